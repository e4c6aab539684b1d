import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { equal, toHex } from '../../util/index.ts'
import { createTestKeyring, type TestKeyring } from '../testing/index.ts'
import { entropyOfPhrase, seedOfEntropy, seedOfPhrase } from './phrase.ts'

const OTHER = `${'abandon '.repeat(11)}about`
const PASSPHRASE = 'a long walk'

let test: TestKeyring
beforeEach(() => {
  test = createTestKeyring(3, true)
})
afterEach(() => test.close())

const onDisk = () =>
  Buffer.concat(readdirSync(dirname(test.path)).map((name) => readFileSync(join(dirname(test.path), name))))
const keyCount = (path: boolean) =>
  test
    .file()
    .keys()
    .filter((key) => (key.path !== null) === path).length
async function replace(phrase = OTHER): Promise<void> {
  test.keyring().setSeed(await seedOfPhrase(phrase), { words: 12, birth: 0 }, () => undefined, true)
}

describe('a wallet that is created with a phrase', () => {
  it('derives every key from the words that it shows', async () => {
    const { accounts, keys } = test.keyring()
    expect(keyCount(false)).toBe(0)
    const words = accounts.readWords() ?? ''
    expect(accounts.phrase()).toEqual({ words: 12, birth: test.timers.clock.now() })
    const restored = createTestKeyring()
    restored.keyring().accounts.setSeed(await seedOfPhrase(words), { words: 12, birth: 0 }, () => undefined)
    for (const label of ['', null]) {
      expect(toHex(restored.keyring().keys.next(label).pubkey)).toBe(toHex(keys.next(label).pubkey))
    }
    expect(restored.keyring().accounts.list()[0]?.pubkey).toEqual(accounts.list()[0]?.pubkey)
    restored.close()
  })

  it('keeps its words sealed while it has a passphrase, also after a change of passphrase', async () => {
    const words = test.keyring().accounts.readWords() ?? ''
    const entropy = Buffer.from(entropyOfPhrase(words))
    expect(onDisk().includes(entropy)).toBe(true)
    await test.keyring().protect(PASSPHRASE)
    expect(onDisk().includes(entropy)).toBe(false)
    expect(() => test.keyring().accounts.readWords()).toThrow(expect.objectContaining({ kind: 'locked' }))
    await test.keyring().vault.change(PASSPHRASE, 'another walk')
    const { accounts, vault } = test.reopen()
    expect(accounts.keepsWords()).toBe(true)
    await vault.unlock('another walk', 60, 'walletpassphrase')
    expect(accounts.readWords()).toBe(words)
    expect(onDisk().includes(entropy)).toBe(false)
  })

  it('rejects a sealed seed stored as the sealed words', async () => {
    await test.keyring().protect(PASSPHRASE)
    await test.keyring().vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
    const { accounts } = test.keyring()
    const seed = test.file().seed()
    test.file().putEntropy({ plain: null, sealed: seed?.sealed ?? null })
    expect(() => accounts.readWords()).toThrow(expect.objectContaining({ kind: 'damaged-key' }))
  })

  it('records that the words were shown and written down', () => {
    const keyring = test.keyring()
    expect([keyring.isPhraseUnseen(), keyring.isPhraseWritten()]).toEqual([true, false])
    keyring.notePhraseShown()
    expect([keyring.isPhraseUnseen(), keyring.isPhraseWritten()]).toEqual([false, false])
    keyring.notePhraseWritten()
    expect(test.reopen().isPhraseWritten()).toBe(true)
  })
})

describe('isBackupComplete', () => {
  it('returns true until a key is imported that the backup lacks', () => {
    const { keys } = test.keyring()
    expect(test.keyring().isBackupComplete()).toBe(false)
    test.keyring().noteBackup()
    for (let i = 0; i < 5; i++) keys.next('')
    expect(test.reopen().isBackupComplete()).toBe(true)
    test.keyring().keys.import(new Uint8Array(32).fill(7), true, '')
    expect(test.keyring().isBackupComplete()).toBe(false)
    test.keyring().noteBackup()
    expect(test.reopen().isBackupComplete()).toBe(true)
  })
})

describe('replacing the phrase of a wallet', () => {
  it.each(['without a passphrase', 'with one'])(
    'keeps every key with its secret, and hands out none of them (%s)',
    async (how) => {
      const shown = test.keyring().keys.next('rent')
      if (how === 'with one') {
        await test.keyring().protect(PASSPHRASE)
        await test.keyring().vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
      }
      const { keys } = test.keyring()
      const before = keys
        .all()
        .map(({ pubkey }) => ({ pubkey, secret: toHex(keys.secretOf(pubkey) ?? new Uint8Array()) }))
      await replace()
      const keyring = test.reopen()
      if (how === 'with one') await keyring.vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
      for (const { pubkey, secret } of before) {
        expect(toHex(keyring.keys.secretOf(pubkey) ?? new Uint8Array())).toBe(secret)
      }
      expect(keyring.keys.byHash(shown.hash)).toMatchObject({ label: 'rent', path: null, source: 'generated' })
      for (let i = 0; i < 30; i++) {
        const next = keyring.keys.next(i % 2 ? '' : null)
        expect(before.some(({ pubkey }) => equal(pubkey, next.pubkey))).toBe(false)
        expect(next.path).not.toBeNull()
      }
      expect(keyring.accounts.keepsWords()).toBe(false)
      const plain = seedOfEntropy(entropyOfPhrase(OTHER))
      expect(onDisk().includes(Buffer.from(plain))).toBe(how !== 'with one')
    },
  )

  it('leaves the wallet unchanged if the file cannot be written', async () => {
    const words = test.keyring().accounts.readWords()
    const first = toHex(test.keyring().accounts.list()[0]?.pubkey ?? new Uint8Array())
    const seed = await seedOfPhrase(OTHER)
    const refuse = () => {
      throw new Error('full')
    }
    expect(() => test.keyring().setSeed(seed, { words: 12, birth: 0 }, refuse, true)).toThrow('full')
    expect(test.keyring().accounts.readWords()).toBe(words)
    expect(toHex(test.keyring().accounts.list()[0]?.pubkey ?? new Uint8Array())).toBe(first)
    expect(test.keyring().keys.next('').path).not.toBeNull()
    expect(keyCount(false)).toBe(0)
    // The file is unchanged, too.
    expect(test.reopen().accounts.readWords()).toBe(words)
    expect(toHex(test.keyring().keys.next('').pubkey)).not.toBe(first)
    expect(keyCount(false)).toBe(0)
  })

  it.each([true, false])('makes earlier backup files incomplete (their keys were counted: %s)', async (counted) => {
    test.keyring().noteBackup()
    if (!counted) test.file().dropMeta('backupKeys')
    expect(test.keyring().isBackupComplete()).toBe(true)
    await replace()
    expect(test.reopen().isBackupComplete()).toBe(false)
    test.keyring().noteBackup()
    expect(test.keyring().isBackupComplete()).toBe(true)
  })
})
