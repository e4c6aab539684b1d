import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hash160, secp256k1 } from '../../crypto/index.ts'
import { equal, toHex } from '../../util/index.ts'
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
/** Returns all bytes in the wallet's folder. */
const onDisk = () =>
  Buffer.concat(readdirSync(dirname(test.path)).map((name) => readFileSync(join(dirname(test.path), name))))
const readSecrets = (pubkeys: readonly Uint8Array[]) =>
  pubkeys.map((pubkey) => Uint8Array.from(test.keyring().keys.secretOf(pubkey) ?? []))
const allKeys = () =>
  test
    .file()
    .keys()
    .map(({ pubkey }) => pubkey)

describe('a wallet with a passphrase', () => {
  it('keeps no plain secret on disk, neither of its keys nor of its phrase', async () => {
    const { keys } = test.keyring()
    for (let i = 0; i < 5; i++) keys.next('')
    const before = readSecrets(allKeys())
    await setSeed()
    const seed = Uint8Array.from(test.file().seed()?.plain ?? [])
    for (const secret of [...before, seed]) expect(onDisk().includes(Buffer.from(secret))).toBe(true)
    await test.keyring().protect(PASSPHRASE)
    for (const secret of [...before, seed]) expect(onDisk().includes(Buffer.from(secret))).toBe(false)
    expect(readdirSync(dirname(test.path))).toEqual(['wallet.db'])
    test.reopen()
    for (const secret of [...before, seed]) expect(onDisk().includes(Buffer.from(secret))).toBe(false)
  })

  it('replaces the random keys of its pool, and retires the old ones', async () => {
    const waiting = () =>
      test
        .file()
        .keys()
        .filter(({ pool }) => pool !== null)
    const old = waiting()
    await test.keyring().protect(PASSPHRASE)
    const fresh = waiting()
    expect(fresh).toHaveLength(old.length)
    expect(fresh.some(({ pubkey }) => old.some((each) => equal(each.pubkey, pubkey)))).toBe(false)
    const { keys, vault } = test.reopen()
    await vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
    for (const { pubkey } of old) expect(keys.byHash(hash160(pubkey))?.source).toBe('retired')
    for (const { pubkey } of [...old, ...fresh]) {
      expect(toHex(secp256k1.publicKey(keys.secretOf(pubkey) ?? new Uint8Array(32)))).toBe(toHex(pubkey))
    }
    expect(fresh.some(({ pubkey }) => equal(pubkey, keys.next('').pubkey))).toBe(true)
  })

  it('stays locked until it is unlocked, also after reopening, and then reads its old secrets', async () => {
    const shown = [test.keyring().keys.next('a'), test.keyring().keys.next(null)]
    const secrets = readSecrets(shown.map(({ pubkey }) => pubkey))
    await test.keyring().protect(PASSPHRASE)
    for (const open of [test.keyring, test.reopen]) {
      const keyring = open()
      expect([keyring.vault.encrypted(), keyring.vault.locked(), keyring.vault.unlockedUntil()]).toEqual([
        true,
        true,
        0,
      ])
      for (const { pubkey, hash } of shown) {
        expect(() => keyring.keys.secretOf(pubkey)).toThrow(LOCKED)
        expect(() => keyring.keys.signing.keyOf(hash)).toThrow(LOCKED)
      }
      expect(() => keyring.keys.all().map((key) => keyring.keys.dumped(key))).toThrow(LOCKED)
      expect(() => keyring.keys.import(new Uint8Array(32).fill(9), true, '')).toThrow(LOCKED)
      // Keys that the wallet lacks return undefined, even while it is locked.
      expect(keyring.keys.signing.keyOf(new Uint8Array(20))).toBeUndefined()
    }
    await test.keyring().vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
    expect(readSecrets(shown.map(({ pubkey }) => pubkey)).map(toHex)).toEqual(secrets.map(toHex))
  })

  it('never hands out keys that an unencrypted backup contains', async () => {
    const waiting = new Set(allKeys().map(toHex))
    await test.keyring().protect(PASSPHRASE)
    expect(waiting.has(toHex(test.keyring().keys.next('').pubkey))).toBe(false)
    // The wallet keeps them, because one may have been paid.
    for (const pubkey of waiting) expect(allKeys().map(toHex)).toContain(pubkey)
  })

  it('hands out its pool while locked, then throws `key-pool-empty`, and refills on unlocking', async () => {
    await test.keyring().protect(PASSPHRASE)
    const { keys, vault } = test.reopen()
    for (let i = 0; i < 4; i++) keys.next('')
    expect(() => keys.next('')).toThrow(expect.objectContaining({ kind: 'key-pool-empty' }))
    await vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
    expect(keys.poolSize()).toBe(4)
    const { pubkey } = keys.next('')
    expect(test.file().secretOf(pubkey)).toMatchObject({ secret: null })
    expect(equal(secp256k1.publicKey(keys.secretOf(pubkey) as Uint8Array), pubkey)).toBe(true)
  })

  it('derives any number of addresses of its phrase while locked', async () => {
    await setSeed()
    await test.keyring().protect(PASSPHRASE)
    const { keys } = test.reopen()
    const shown = Array.from({ length: 60 }, () => keys.next(''))
    await test.keyring().vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
    for (const { pubkey } of shown) {
      expect(equal(secp256k1.publicKey(keys.secretOf(pubkey) as Uint8Array), pubkey)).toBe(true)
    }
  })

  it('accepts only its passphrase, in any Unicode normalization', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
        fc.string(),
        async (right, wrong) => {
          const one = createTestKeyring()
          try {
            await one.keyring().protect(right)
            await one.keyring().vault.unlock(right.normalize('NFD'), 5, 'walletpassphrase')
            const differs = right.normalize('NFKC') !== wrong.normalize('NFKC') && wrong !== ''
            expect(await one.keyring().vault.check(differs ? wrong : 'other')).toBe(!differs && right === 'other')
          } finally {
            one.close()
          }
        },
      ),
      { numRuns: 10 },
    )
    await test.keyring().protect(PASSPHRASE)
    const { vault } = test.keyring()
    await expect(vault.unlock('A long walk', 60, 'walletpassphrase')).rejects.toThrow(
      'The wallet passphrase entered was incorrect.',
    )
    expect(vault.locked()).toBe(true)
  })

  it('accepts passphrases of 1 to 1024 bytes', async () => {
    for (const passphrase of ['', 'x'.repeat(1025), 'ä'.repeat(513)]) {
      await expect(test.keyring().protect(passphrase)).rejects.toThrow(
        expect.objectContaining({ kind: 'invalid-input' }),
      )
    }
    expect(test.keyring().vault.encrypted()).toBe(false)
  })

  it('changes its passphrase without resealing its secrets', async () => {
    const { pubkey } = test.keyring().keys.next('')
    await test.keyring().protect(PASSPHRASE)
    const sealed = toHex(test.file().secretOf(pubkey)?.sealed ?? new Uint8Array())
    const wrapped = Uint8Array.from(test.file().encryption()?.wrapped ?? [])
    await expect(test.keyring().vault.change('wrong', 'new')).rejects.toThrow(
      expect.objectContaining({ kind: 'wrong-passphrase' }),
    )
    await test.keyring().vault.change(PASSPHRASE, 'new')
    expect(onDisk().includes(Buffer.from(wrapped))).toBe(false)
    const { vault } = test.reopen()
    expect([await vault.check(PASSPHRASE), await vault.check('new')]).toEqual([false, true])
    expect(toHex(test.file().secretOf(pubkey)?.sealed ?? new Uint8Array())).toBe(sealed)
  })

  it('locks itself at its timeout, by timer or by clock', async () => {
    await test.keyring().protect(PASSPHRASE)
    const { vault } = test.keyring()
    let notified = 0
    vault.onChange(() => notified++)
    await vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
    expect(vault.unlockedUntil()).toBe(test.timers.clock.now() + 60)
    test.timers.pass(59)
    expect(vault.locked()).toBe(false)
    test.timers.pass(1)
    expect([vault.locked(), notified]).toEqual([true, 2])
    // Simulate a computer that was suspended: no timer has run.
    await vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
    test.timers.turnClock(60)
    expect(vault.locked()).toBe(true)
    expect(() => vault.requireOpen()).toThrow(LOCKED)
    await vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
    test.timers.turnClock(-100_000)
    test.timers.pass(60)
    expect([vault.locked(), notified]).toEqual([true, 6])
  })

  it('exposes secrets only to stakes if unlocked for staking, and wipes them afterwards', async () => {
    const { pubkey } = test.keyring().keys.next('')
    await setSeed()
    const fromPhrase = test.keyring().keys.next('').pubkey
    await test.keyring().protect(PASSPHRASE)
    const { keys, vault } = test.keyring()
    expect(() => vault.whileStaking(() => keys.secretOf(pubkey))).toThrow(LOCKED)
    await vault.unlockForStaking(PASSPHRASE, 60, 'unlockwallet')
    expect([vault.locked(), vault.mayStake(), vault.onlyStaking()]).toEqual([true, true, true])
    expect(vault.unlockedUntil()).toBe(test.timers.clock.now() + 60)
    for (const key of [pubkey, fromPhrase]) {
      expect(() => keys.secretOf(key)).toThrow(LOCKED)
      let lent: Uint8Array | undefined
      vault.whileStaking(() => {
        lent = keys.secretOf(key)
        expect(secp256k1.publicKey(lent!)).toEqual(key)
      })
      expect(lent!.every((byte) => byte === 0)).toBe(true)
      expect(() => keys.secretOf(key)).toThrow(LOCKED)
    }
    // A failure during staking locks the wallet as well.
    expect(() =>
      vault.whileStaking(() => {
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(() => vault.requireOpen()).toThrow(LOCKED)
    test.timers.pass(60)
    expect([vault.mayStake(), vault.onlyStaking(), vault.unlockedUntil()]).toEqual([false, false, 0])
    expect(() => vault.whileStaking(() => keys.secretOf(pubkey))).toThrow(LOCKED)
    // An unlock for everything replaces one for staking, and vice versa.
    await vault.unlockForStaking(PASSPHRASE, 60, 'unlockwallet')
    await vault.unlock(PASSPHRASE, 60, 'unlockwallet')
    expect([vault.locked(), vault.mayStake(), vault.onlyStaking()]).toEqual([false, true, false])
    expect(vault.whileStaking(() => keys.secretOf(pubkey))).toBeDefined()
    expect(keys.secretOf(pubkey)).toBeDefined()
    await vault.unlockForStaking(PASSPHRASE, 60, 'unlockwallet')
    expect(() => keys.secretOf(pubkey)).toThrow(LOCKED)
    vault.lock()
    expect(vault.mayStake()).toBe(false)
  })

  it('wipes returned secrets when it is locked, and not earlier', async () => {
    const { pubkey } = test.keyring().keys.next('')
    const open = test.keyring().keys.secretOf(pubkey) as Uint8Array
    await setSeed()
    await test.keyring().protect(PASSPHRASE)
    expect(open.some((byte) => byte !== 0)).toBe(true)
    const { vault, keys } = test.keyring()
    await vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
    const derived = keys.next('').pubkey
    const given = [pubkey, derived].map((one) => keys.secretOf(one) as Uint8Array)
    for (const secret of given) expect(secret.some((byte) => byte !== 0)).toBe(true)
    test.timers.pass(60)
    for (const secret of given) expect(secret.every((byte) => byte === 0)).toBe(true)
    await vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
    expect(equal(secp256k1.publicKey(keys.secretOf(derived) as Uint8Array), derived)).toBe(true)
  })

  it('applies the newest timeout when it is unlocked again', async () => {
    await test.keyring().protect(PASSPHRASE)
    const { vault } = test.keyring()
    await vault.unlock(PASSPHRASE, 1000, 'walletpassphrase')
    await vault.unlock(PASSPHRASE, 10, 'walletpassphrase')
    test.timers.pass(10)
    expect(vault.locked()).toBe(true)
    await vault.unlock(PASSPHRASE, 10, 'walletpassphrase')
    await vault.unlock(PASSPHRASE, 1000, 'walletpassphrase')
    test.timers.pass(10)
    expect(vault.locked()).toBe(false)
    vault.lock()
    expect(vault.locked()).toBe(true)
  })

  it('throws `wrong-encryption-state` for calls that do not fit its encryption', async () => {
    const keyring = test.keyring()
    const { vault } = keyring
    const wrongState = expect.objectContaining({ kind: 'wrong-encryption-state' })
    await expect(vault.unlock(PASSPHRASE, 1, 'walletpassphrase')).rejects.toThrow(wrongState)
    await expect(vault.change(PASSPHRASE, 'x')).rejects.toThrow('walletpassphrasechange was called')
    await expect(vault.check(PASSPHRASE)).rejects.toThrow(wrongState)
    expect(() => vault.requireEncrypted('walletlock')).toThrow(
      'Error: running with an unencrypted wallet, but walletlock was called.',
    )
    // Two calls at once: the second one fails.
    const both = await Promise.allSettled([keyring.protect(PASSPHRASE), keyring.protect('other')])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await vault.check(PASSPHRASE)).toBe(true)
  })

  it('rejects passphrase checks beyond the queue limit', async () => {
    await test.keyring().protect(PASSPHRASE)
    const { vault } = test.keyring()
    const all = await Promise.allSettled(Array.from({ length: 30 }, () => vault.check(PASSPHRASE)))
    const refused = all.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(22)
    expect(await vault.check(PASSPHRASE)).toBe(true)
  })

  it('rejects a sealed secret that was moved to another key', async () => {
    const { pubkey } = test.keyring().keys.next('')
    const other = test.keyring().keys.next('')
    await test.keyring().protect(PASSPHRASE)
    const sealed = test.file().secretOf(other.pubkey)?.sealed as Uint8Array
    test.file().sealKey(pubkey, sealed)
    await test.keyring().vault.unlock(PASSPHRASE, 60, 'walletpassphrase')
    expect(() => test.keyring().keys.secretOf(pubkey)).toThrow('A key is damaged in the wallet file')
    expect(test.keyring().keys.secretOf(other.pubkey)).toHaveLength(32)
  })

  it.each([
    { kdf: 'plain' },
    { cost: 3 },
    { cost: 2 ** 40 },
    { blockSize: 1000 },
    { parallel: 0 },
    { salt: new Uint8Array(3) },
  ])('rejects a file with key derivation %j', async (change) => {
    await test.keyring().protect(PASSPHRASE)
    const row = test.file().encryption()
    if (!row) throw new Error('not encrypted')
    test.file().putEncryption({ ...row, ...change })
    expect(() => test.reopen()).toThrow('unknown key derivation')
  })
})
