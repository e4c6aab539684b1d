import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hash160 } from '../../crypto/index.ts'
import { toHex } from '../../util/index.ts'
import { createTestKeyring, type TestKeyring } from '../testing/index.ts'
import { seedOfPhrase } from './phrase.ts'

const PHRASE = `${'abandon '.repeat(11)}about`
const LOCKED = expect.objectContaining({ kind: 'locked' })
const PASSPHRASE = 'a long walk'

let test: TestKeyring
beforeEach(() => {
  test = createTestKeyring()
})
afterEach(() => test.close())

const setSeed = async (phrase = PHRASE) =>
  test.keyring().accounts.setSeed(await seedOfPhrase(phrase), { words: 12, birth: 0 }, () => undefined)
const allKeys = () =>
  test
    .file()
    .keys()
    .map(({ pubkey }) => pubkey)

describe('a wallet with a phrase', () => {
  it('derives keys by BIP44 with coin type 141, in order per chain', async () => {
    await setSeed()
    const { keys, accounts } = test.keyring()
    const paths = [keys.next(''), keys.next(''), keys.next(null), keys.next(null)].map(({ path }) => path)
    expect(paths).toEqual([
      { account: 0, chain: 0, child: 1 },
      { account: 0, chain: 0, child: 2 },
      { account: 0, chain: 1, child: 0 },
      { account: 0, chain: 1, child: 1 },
    ])
    expect(accounts.list()).toHaveLength(1)
    expect(accounts.phrase()).toEqual({ words: 12, birth: 0 })
    // The seed of an unencrypted wallet is stored in plain.
    expect(test.file().seed()?.plain).toHaveLength(64)
  })

  it('keeps earlier keys, and stops handing out random ones', async () => {
    const before = test.keyring().keys.next('old')
    const waiting = allKeys().map(toHex)
    await setSeed()
    const { keys } = test.reopen()
    expect(keys.byHash(before.hash)).toMatchObject({ label: 'old', path: null })
    expect(keys.secretOf(before.pubkey)).toHaveLength(32)
    for (let i = 0; i < 10; i++) expect(waiting).not.toContain(toHex(keys.next('').pubkey))
    expect(keys.used().filter(({ path, source }) => path === null && source !== 'retired')).toHaveLength(1)
  })

  it('never hands out an address twice across restarts', async () => {
    await setSeed()
    const seen = new Set<string>()
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 5; i++) seen.add(toHex(test.keyring().keys.next(i % 2 ? null : '').pubkey))
      test.reopen()
    }
    expect(seen.size).toBe(20)
  })

  it('rejects another phrase, and accepts its own phrase again', async () => {
    await setSeed()
    await setSeed()
    await expect(setSeed(`${'zoo '.repeat(11)}wrong`)).rejects.toThrow('already has another phrase')
    expect(test.keyring().accounts.list()).toHaveLength(1)
  })

  it('rejects a phrase while it is locked', async () => {
    await test.keyring().protect(PASSPHRASE)
    await expect(setSeed()).rejects.toThrow(LOCKED)
    expect(test.file().seed()).toBeUndefined()
    await test.keyring().vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
    await setSeed()
    expect(test.file().seed()).toMatchObject({ plain: null })
  })

  it('adds accounts, and one prepared account while it is locked', async () => {
    await setSeed()
    const { accounts } = test.keyring()
    expect(accounts.add('shop').account).toBe(1)
    expect(accounts.add('').account).toBe(2)
    accounts.label(1, 'stall')
    await test.keyring().protect(PASSPHRASE)
    const locked = test.reopen()
    expect(locked.accounts.add('third').account).toBe(3)
    expect(() => locked.accounts.add('fourth')).toThrow(LOCKED)
    await locked.vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
    expect(locked.accounts.add('fourth').account).toBe(4)
    const list = test.reopen().accounts.list()
    expect(list.map(({ label }) => label)).toEqual(['', 'stall', '', 'third', 'fourth'])
    expect(new Set(list.map(({ pubkey }) => toHex(pubkey))).size).toBe(5)
    for (const { pubkey } of list) expect(test.keyring().keys.has(pubkey)).toBe(true)
    expect(() => accounts.label(77, 'x')).toThrow('there is no account 77')
  })

  it('rejects new accounts before the phrase is set', () => {
    expect(() => test.keyring().accounts.add('')).toThrow('no phrase')
    expect(test.keyring().accounts.list()).toEqual([])
  })

  it('marks a paid address and all earlier ones as handed out', async () => {
    await setSeed()
    const { keys } = test.keyring()
    const file = test.file()
    const at = (child: number, chain = 0) =>
      file.keys().find(({ path }) => path?.account === 0 && path.chain === chain && path.child === child)
    const row = at(15)
    if (!row) throw new Error('no such key')
    keys.notice(keys.used()[0]?.hash ?? new Uint8Array(20), false)

    keys.notice(hash160(row.pubkey), false)
    expect(keys.next('').path?.child).toBe(16)
    expect(at(35)).toBeDefined()
    expect(keys.byHash(hash160(row.pubkey))?.label).toBe('')
    keys.notice(hash160(at(3, 1)?.pubkey ?? new Uint8Array()), true)
    expect(keys.next(null).path).toEqual({ account: 0, chain: 1, child: 4 })
  })

  it('shows an account whose address was paid', async () => {
    await setSeed()
    const { keys, accounts } = test.keyring()
    const row = test
      .file()
      .keys()
      .find(({ path }) => path?.account === 1 && path.chain === 0 && path.child === 7)

    keys.notice(hash160(row?.pubkey ?? new Uint8Array()), false)
    expect(accounts.list().map(({ account }) => account)).toEqual([0, 1])
    expect(accounts.complete()).toBe(true)
  })
})

describe('a failed write to the wallet file', () => {
  /** Makes the file reject further keys, as on a full disk. */
  const refuseKeys = (refuse: boolean) => {
    const db = new Database(test.path)
    db.exec(
      refuse ? "CREATE TRIGGER full BEFORE INSERT ON keys BEGIN SELECT RAISE(ABORT, 'full'); END" : 'DROP TRIGGER full',
    )
    db.close()
  }

  it('hands out no address, and later writes succeed', async () => {
    const keyring = test.keyring()
    const { keys, vault, accounts } = keyring
    const shown = keys.next('')
    refuseKeys(true)
    expect(() => keys.next('')).toThrow('full')
    await expect(keyring.protect('passphrase')).rejects.toThrow('full')
    await expect(setSeed()).rejects.toThrow('full')
    expect([vault.encrypted(), accounts.phrase(), accounts.list()]).toEqual([false, undefined, []])
    expect(keys.used().map(({ pubkey }) => toHex(pubkey))).toEqual([toHex(shown.pubkey)])
    refuseKeys(false)
    const next = keys.next('')
    expect(test.reopen().keys.byHash(next.hash)).toMatchObject({ label: '' })
    await setSeed()
    expect(test.keyring().keys.next('').path).toEqual({ account: 0, chain: 0, child: 1 })
  })

  it('leaves no sealed secret that the next encryption would use', async () => {
    const keyring = test.keyring()
    const { keys, vault } = keyring
    const { pubkey } = keys.next('')
    const secretNow = () => toHex(test.keyring().keys.secretOf(pubkey) ?? new Uint8Array())
    const [secret, plain] = [secretNow(), test.file().plainKeys().length]
    const fail = () => {
      throw new Error('interrupted')
    }
    await expect(keyring.protect('first', fail)).rejects.toThrow('interrupted')
    refuseKeys(true)
    await expect(keyring.protect('second')).rejects.toThrow('full')
    refuseKeys(false)
    expect([vault.encrypted(), test.file().plainKeys().length, secretNow()]).toEqual([false, plain, secret])
    await keyring.protect('third')
    test.reopen()
    await test.keyring().vault.unlock('third', 60, 'unlockwallet')
    expect([test.file().plainKeys().length, secretNow()]).toEqual([0, secret])
  })
})

describe('Keyring', () => {
  it('stores the identity, the last backup and a due search', () => {
    const keyring = test.keyring()
    expect([keyring.identity(), keyring.lastBackup(), keyring.searchDue()]).toEqual([undefined, undefined, undefined])
    const { pubkey } = keyring.keys.next('')
    keyring.setIdentity(pubkey)
    keyring.noteBackup()
    keyring.setSearchDue(0)
    const again = test.reopen()
    expect(toHex(again.identity() ?? new Uint8Array())).toBe(toHex(pubkey))
    expect([again.lastBackup(), again.searchDue()]).toEqual([1_700_000_000, 0])
    again.setSearchDue(undefined)
    expect(test.reopen().searchDue()).toBeUndefined()
  })
})
