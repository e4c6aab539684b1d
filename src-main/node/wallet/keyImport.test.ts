import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { secp256k1 } from '../crypto/index.ts'
import { encodeWif } from '../script/index.ts'
import { toHex } from '../util/index.ts'
import { prepareKeys } from './keyImport.ts'
import { createTestCustody, type TestCustody } from './testWallet.ts'

const COUNT = 800
const LOCKED = expect.objectContaining({ code: -13 })

const secretOf = (index: number) =>
  Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? index & 0xff : 1 + (index >> 8)))
const pubkeyOf = (index: number) => secp256k1.publicKey(secretOf(index + 1), true)
const TEXT = Array.from(
  { length: COUNT },
  (_, index) =>
    `${encodeWif({ privateKey: secretOf(index + 1), compressed: true })} 2026-11-21T08:00:00Z label=k${index}\n`,
).join('')

let test: TestCustody
beforeEach(() => {
  test = createTestCustody()
})
afterEach(() => test.close())

/** How often other work had its turn while something went on. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let timer: NodeJS.Immediate
  const count = () => {
    turns++
    timer = setImmediate(count)
  }
  timer = setImmediate(count)
  try {
    await work()
  } finally {
    clearImmediate(timer)
  }
  return turns
}

const stored = () => test.file().keys().length
const kept = (pubkey: Uint8Array) => toHex(test.custody().keys.secretOf(pubkey) ?? new Uint8Array())

describe('the keys of a long text', () => {
  it('are worked out in turns with everything else, and are there all at once', async () => {
    const { keys, vault } = test.custody()
    const before = stored()
    const steps: number[] = []
    const onProgress = (done: number, total: number) => {
      expect([total, stored(), keys.has(pubkeyOf(0))]).toEqual([TEXT.length, before, false])
      steps.push(done)
    }
    const turns = await turnsDuring(async () => {
      expect(keys.importAll(await prepareKeys(vault, TEXT, { onProgress }))).toBe(COUNT)
    })
    expect(turns).toBeGreaterThan(10)
    expect(steps.at(-1)).toBe(TEXT.length)
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b))
    expect(stored()).toBe(before + COUNT)
    const { keys: again } = test.reopen()
    for (const index of [0, 401, COUNT - 1]) expect(again.has(pubkeyOf(index))).toBe(true)
    expect(again.importAll(await prepareKeys(test.custody().vault, TEXT))).toBe(0)
  })

  it('are none of them there when the caller leaves on the way', async () => {
    const { vault } = test.custody()
    const before = stored()
    const controller = new AbortController()
    const options = { signal: controller.signal, onProgress: () => controller.abort(new Error('left')) }
    await expect(prepareKeys(vault, TEXT, options)).rejects.toThrow('left')
    expect(stored()).toBe(before)
  })

  it('are none of them there, on the disk and in memory, when one cannot be written', async () => {
    const { keys, vault } = test.custody()
    const before = stored()
    const prepared = await prepareKeys(vault, TEXT)
    const broken = { ...prepared[COUNT - 1]!, pubkey: pubkeyOf(COUNT + 7), stored: { secret: null, sealed: null } }
    expect(() => keys.importAll([...prepared, { ...broken, hash: new Uint8Array(20) }])).toThrow()
    expect([stored(), keys.has(pubkeyOf(0)), keys.has(pubkeyOf(400))]).toEqual([before, false, false])
    expect(keys.importAll(prepared)).toBe(COUNT)
  })

  it('are refused when the wallet is locked on the way', async () => {
    await test.custody().protect('a')
    const { vault } = test.custody()
    await vault.unlock('a', 60, 'walletpassphrase')
    await expect(prepareKeys(vault, TEXT, { onProgress: () => vault.lock() })).rejects.toThrow(LOCKED)
  })

  it('are never written plain into a wallet that got a passphrase on the way', async () => {
    const { keys, vault } = test.custody()
    const before = stored()
    const prepared = await prepareKeys(vault, TEXT)
    await test.custody().protect('a')
    const made = stored() - before
    expect(() => keys.importAll(prepared)).toThrow(LOCKED)
    expect(stored()).toBe(before + made)
    await vault.unlock('a', 60, 'walletpassphrase')
    expect(keys.importAll(prepared)).toBe(COUNT)
    expect(test.file().plainKeys()).toEqual([])
    expect(kept(pubkeyOf(3))).toBe(toHex(secretOf(4)))
  })

  it('may be in one line without an end', async () => {
    const { vault } = test.custody()
    expect(await prepareKeys(vault, 'x'.repeat(3_000_000))).toEqual([])
    expect(await prepareKeys(vault, ` ${'y '.repeat(2_000_000)}`)).toEqual([])
  })
})

describe('a passphrase for many keys', () => {
  it('seals them in turns with everything else, those too that come meanwhile', async () => {
    const { keys, vault } = test.custody()
    keys.importAll(await prepareKeys(vault, TEXT))
    const late = new Uint8Array(32).fill(0x77)
    let added = false
    const turns = await turnsDuring(async () => {
      const done = test.custody().protect('a')
      const add = setInterval(() => {
        if (!added && !vault.encrypted()) added = keys.import(late, true, 'late').added
      }, 0)
      await done
      clearInterval(add)
    })
    expect(turns).toBeGreaterThan(5)
    expect(test.file().plainKeys()).toEqual([])
    test.reopen()
    await test.custody().vault.unlock('a', 60, 'walletpassphrase')
    expect(added).toBe(true)
    expect(kept(pubkeyOf(5))).toBe(toHex(secretOf(6)))
    expect(kept(secp256k1.publicKey(late, true))).toBe('77'.repeat(32))
  })

  it('tells how many are sealed, of all, before any is written', async () => {
    const { keys, vault } = test.custody()
    keys.importAll(await prepareKeys(vault, TEXT))
    const plain = test.file().plainKeys().length
    const steps: number[] = []
    await test.custody().protect('a', (done, total) => {
      expect([total, vault.encrypted(), test.file().plainKeys().length]).toEqual([plain, false, plain])
      steps.push(done)
    })
    expect(steps).toEqual([100, 200, 300, 400, 500, 600, 700, 800, plain])
    expect(test.file().plainKeys()).toEqual([])
  })
})
