import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hash160, secp256k1 } from '../../crypto/index.ts'
import { encodeWif } from '../../script/index.ts'
import { turnsDuring } from '../../testing/index.ts'
import { hashKey, toHex } from '../../util/index.ts'
import type { WalletFile } from '../file/walletFile.ts'
import type { WalletKey } from '../keys/keyTypes.ts'
import { seedOfPhrase } from '../keys/phrase.ts'
import { createTestKeyring, type TestKeyring } from '../testing/index.ts'
import { importKeys, type KeyImportOptions } from './keyImport.ts'

const COUNT = 800
const LOCKED = expect.objectContaining({ kind: 'locked' })

const makeSecret = (index: number) =>
  Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? index & 0xff : 1 + (index >> 8)))
const derivePubkey = (index: number) => secp256k1.publicKey(makeSecret(index + 1), true)
const TEXT = Array.from(
  { length: COUNT },
  (_, index) =>
    `${encodeWif({ privateKey: makeSecret(index + 1), compressed: true })} 2026-11-21T08:00:00Z label=k${index}\n`,
).join('')

let test: TestKeyring
beforeEach(() => {
  test = createTestKeyring()
})
afterEach(() => test.close())

/** @param change methods of the wallet file to override */
const importing = (text: string, options: KeyImportOptions = {}, change: Partial<WalletFile> = {}) => {
  const { vault, keys } = test.keyring()
  return importKeys({ file: { ...test.file(), ...change }, vault, keys, clock: test.timers.clock }, text, options)
}
const stored = () => test.file().keys().length
const kept = (pubkey: Uint8Array) => toHex(test.keyring().keys.secretOf(pubkey) ?? new Uint8Array())

describe('importKeys', () => {
  it('yields to the event loop and adds all keys of a long text at once', async () => {
    const { keys } = test.keyring()
    const before = stored()
    const steps: number[] = []
    const onProgress = (done: number, total: number) => {
      expect([total, stored(), keys.has(derivePubkey(0))]).toEqual([TEXT.length, before, false])
      steps.push(done)
    }
    const turns = await turnsDuring(async () => {
      expect(await importing(TEXT, { onProgress })).toEqual({ found: COUNT, added: COUNT })
    })
    expect(turns).toBeGreaterThan(10)
    expect(steps.at(-1)).toBe(TEXT.length)
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b))
    expect(stored()).toBe(before + COUNT)
    const inOrder = keys.used().slice(-COUNT)
    expect(inOrder.map(({ label }) => label)).toEqual(Array.from({ length: COUNT }, (_, index) => `k${index}`))
    const { keys: again } = test.reopen()
    for (const index of [0, 401, COUNT - 1]) {
      const { pubkey, hash, ...rest } = inOrder[index] as WalletKey
      expect(again.byHash(hash)).toMatchObject(rest)
      expect(again.has(pubkey)).toBe(true)
      expect(kept(derivePubkey(index))).toBe(toHex(makeSecret(index + 1)))
    }
    expect(await importing(`${TEXT}${TEXT}`)).toEqual({ found: 2 * COUNT, added: 0 })
  })

  it('adds a repeated key once, with the label of its first line', async () => {
    const [line = ''] = TEXT.split('\n')
    expect(await importing(`${line}\n${line.replace('k0', 'other')}\n`)).toEqual({ found: 2, added: 1 })
    expect(test.keyring().keys.used().at(-1)).toMatchObject({ pubkey: derivePubkey(0), label: 'k0' })
  })

  it('adds each key once if two imports run at the same time', async () => {
    const before = stored()
    const half = TEXT.split('\n')
      .slice(0, COUNT / 2)
      .join('\n')
    const both = await Promise.all([importing(TEXT), importing(half)])
    expect(both.map(({ added }) => added).reduce((sum, added) => sum + added)).toBe(COUNT)
    expect(stored()).toBe(before + COUNT)
  })

  it('keeps a key that was added by another call during the import', async () => {
    const { keys } = test.keyring()
    const onProgress = () => void keys.import(makeSecret(COUNT), true, 'mine')
    expect(await importing(TEXT, { onProgress })).toEqual({ found: COUNT, added: COUNT - 1 })
    expect(keys.used().filter(({ label }) => label === 'mine')).toHaveLength(1)
  })

  it('never hands out a pool key after its import with a label', async () => {
    const { keys } = test.keyring()
    const [waiting] = test
      .file()
      .keys()
      .filter(({ pool }) => pool !== null)
      .sort((a, b) => (a.pool ?? 0) - (b.pool ?? 0))
    const privateKey = keys.secretOf(waiting?.pubkey ?? new Uint8Array()) ?? new Uint8Array()
    const line = (mark: string) => `${encodeWif({ privateKey, compressed: true })} 2026-11-21T08:00:00Z ${mark}\n`
    expect(await importing(line('reserve=1'))).toEqual({ found: 1, added: 0 })
    const size = keys.poolSize()
    expect(await importing(line('label=shown'))).toEqual({ found: 1, added: 1 })
    expect(keys.poolSize()).toBe(size)
    expect(toHex(keys.next('').pubkey)).not.toBe(toHex(waiting?.pubkey ?? new Uint8Array()))
    expect(toHex(keys.used().find(({ label }) => label === 'shown')?.pubkey ?? new Uint8Array())).toBe(
      toHex(waiting?.pubkey ?? new Uint8Array()),
    )
  })

  it('skips imported keys when the phrase derives its next ones', async () => {
    const seed = await seedOfPhrase(`${'abandon '.repeat(11)}about`)
    const other = createTestKeyring(60)
    try {
      for (const { accounts } of [test.keyring(), other.keyring()]) {
        accounts.setSeed(seed, { words: 12, birth: 0 }, () => undefined)
      }
      const ahead = other.keyring().keys
      const text = Array.from({ length: 50 }, () => {
        const privateKey = ahead.secretOf(ahead.next('').pubkey) ?? new Uint8Array()
        return `${encodeWif({ privateKey, compressed: true })} 2026-11-21T08:00:00Z label=ahead\n`
      }).join('')
      expect(await importing(text)).toEqual({ found: 50, added: 50 })
      const shown = ahead.used().map(({ pubkey }) => toHex(pubkey))
      for (let times = 0; times < 10; times++) {
        expect(shown).not.toContain(toHex(test.keyring().keys.next('').pubkey))
        if (times === 5) test.reopen()
      }
    } finally {
      other.close()
    }
  })

  it('skips earlier imported keys of a phrase that is set later', async () => {
    const seed = await seedOfPhrase(`${'abandon '.repeat(11)}about`)
    const other = createTestKeyring()
    other.keyring().accounts.setSeed(seed.slice(), { words: 12, birth: 0 }, () => undefined)
    const own = [...other.keyring().keys.all()]
      .map((key) => other.keyring().keys.dumped(key))
      .filter(({ path }) => path !== null)
    other.close()
    const text = own
      .map(({ secret }) => `${encodeWif({ privateKey: secret, compressed: true })} 0 label=own\n`)
      .join('')
    expect(await importing(text)).toEqual({ found: own.length, added: own.length })
    test.keyring().accounts.setSeed(seed, { words: 12, birth: 0 }, () => undefined)
    const { keys, accounts } = test.reopen()
    expect(keys.has(accounts.list()[0]?.pubkey ?? new Uint8Array())).toBe(true)
    expect(own.map(({ pubkey }) => toHex(pubkey))).not.toContain(toHex(keys.next('').pubkey))
    expect(kept(own[7]?.pubkey ?? new Uint8Array())).toBe(toHex(own[7]?.secret ?? new Uint8Array()))
  })

  it('adds no keys if the caller aborts', async () => {
    const before = stored()
    const controller = new AbortController()
    const options = { signal: controller.signal, onProgress: () => controller.abort(new Error('left')) }
    await expect(importing(TEXT, options)).rejects.toThrow('left')
    expect(stored()).toBe(before)
    expect(await importing(TEXT)).toEqual({ found: COUNT, added: COUNT })
  })

  it('adds no keys on disk or in memory if one cannot be written', async () => {
    const { keys } = test.keyring()
    const before = stored()
    const stageKeys = () => {
      const staged = test.file().stageKeys()
      const store = staged.store.bind(staged)
      return Object.assign(staged, {
        store(): never {
          store()
          throw new Error('the disk is full')
        },
      })
    }
    await expect(importing(TEXT, {}, { stageKeys })).rejects.toThrow('the disk is full')
    expect([stored(), keys.has(derivePubkey(0)), keys.has(derivePubkey(400))]).toEqual([before, false, false])
    expect(await importing(TEXT)).toEqual({ found: COUNT, added: COUNT })
  })

  it('throws `locked` if the wallet is locked during the import', async () => {
    await test.keyring().protect('a')
    const { vault } = test.keyring()
    const before = stored()
    await vault.unlock('a', 60, 'walletpassphrase')
    await expect(importing(TEXT, { onProgress: () => vault.lock() })).rejects.toThrow(LOCKED)
    expect(stored()).toBe(before)
  })

  it('never writes plain keys to a wallet encrypted during the import', async () => {
    const { vault } = test.keyring()
    let protecting: Promise<void> | undefined
    const onProgress = (done: number, total: number) => {
      if (done !== total) return
      // Encrypt after staging the last key and before writing the keys.
      protecting = test.keyring().protect('a')
    }
    const late = importing(TEXT, { onProgress })
    const outcome = await late.catch((error: unknown) => error)
    await protecting
    expect(test.file().plainKeys()).toEqual([])
    expect([LOCKED, { found: COUNT, added: COUNT }]).toContainEqual(outcome)
    await vault.unlock('a', 60, 'walletpassphrase')
    await importing(TEXT)
    expect(test.file().plainKeys()).toEqual([])
    expect(kept(derivePubkey(3))).toBe(toHex(makeSecret(4)))
  })

  it('seals staged keys on import if the wallet was encrypted after staging', async () => {
    const { vault, keys } = test.keyring()
    const staged = test.file().stageKeys()
    const pubkey = derivePubkey(0)
    const key = { pubkey, hash: hash160(pubkey), created: 5, label: 'late', path: null, source: 'imported' as const }
    staged.add({ ...key, secret: makeSecret(1), sealed: null, pool: null })
    const ready = [{ key, name: hashKey(pubkey), hashName: hashKey(key.hash), reserve: false }]
    await test.keyring().protect('a')
    expect(() => keys.importAll({ staged, keys: ready })).toThrow(LOCKED)
    expect(keys.has(pubkey)).toBe(false)
    await vault.unlock('a', 60, 'walletpassphrase')
    expect(keys.importAll({ staged, keys: ready })).toBe(1)
    staged.forget()
    expect(test.file().plainKeys()).toEqual([])
    expect(kept(pubkey)).toBe(toHex(makeSecret(1)))
  })

  it('accepts one long line without a line break', async () => {
    expect(await importing('x'.repeat(3_000_000))).toEqual({ found: 0, added: 0 })
    expect(await importing(` ${'y '.repeat(2_000_000)}`)).toEqual({ found: 0, added: 0 })
  })
})

describe('encrypting a wallet with many keys', () => {
  it('yields to the event loop, and seals a key added during encryption', async () => {
    const { keys, vault } = test.keyring()
    await importing(TEXT)
    const late = new Uint8Array(32).fill(0x77)
    let added = false
    const turns = await turnsDuring(async () => {
      // setImmediate runs in the next event-loop turn, before encryption can complete on any machine.
      setImmediate(() => {
        if (!vault.encrypted()) added = keys.import(late, true, 'late').added
      })
      await test.keyring().protect('a')
    })
    expect(turns).toBeGreaterThan(5)
    expect(test.file().plainKeys()).toEqual([])
    test.reopen()
    await test.keyring().vault.unlock('a', 60, 'walletpassphrase')
    expect(added).toBe(true)
    expect(kept(derivePubkey(5))).toBe(toHex(makeSecret(6)))
    expect(kept(secp256k1.publicKey(late, true))).toBe('77'.repeat(32))
  })

  it('reports progress before any sealed key is written', async () => {
    const { vault } = test.keyring()
    await importing(TEXT)
    const plain = test.file().plainKeys().length
    const steps: number[] = []
    await test.keyring().protect('a', (done, total) => {
      expect([total, vault.encrypted(), test.file().plainKeys().length]).toEqual([plain, false, plain])
      steps.push(done)
    })
    expect(steps).toEqual([100, 200, 300, 400, 500, 600, 700, 800, plain])
    expect(test.file().plainKeys()).toEqual([])
  })
})
