import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hash160 } from '../../crypto/index.ts'
import { encodeAddress, multisigScript, p2pkhScript } from '../../script/index.ts'
import { testKey, turnsDuring } from '../../testing/index.ts'
import { toHex } from '../../util/index.ts'
import { runToEnd } from '../../util/runInSlices.ts'
import type { NoteRow } from '../file/index.ts'
import { AddressBook, ScriptBook } from '../ownership/index.ts'
import type { DueRescan } from '../scan/index.ts'
import { createTestKeyring, type TestKeyring } from '../testing/index.ts'
import type { TransactionRecorder } from '../transactions/index.ts'
import { type TakingOptions, takeOldWallet } from './takeOldWallet.ts'
import type { OldKey, OldWallet } from './walletDat/index.ts'

const LOCKED = expect.objectContaining({ kind: 'locked' })
const PASSPHRASE = 'a long walk'
const bytes = (fill: number, length: number) => new Uint8Array(length).fill(fill)
const formatAddress = (index: number) => encodeAddress({ type: 1, hash: testKey(index).hash })

function oldKey(index: number, change: Partial<OldKey> = {}): OldKey {
  const { pub, priv } = testKey(index)
  return {
    pubkey: pub,
    secret: priv.slice(),
    created: 1_600_000_000 + index,
    kind: 'label',
    label: `k${index}`,
    ...change,
  }
}

function oldWallet(change: Partial<OldWallet> = {}): OldWallet {
  return {
    keys: [oldKey(1), oldKey(2, { kind: 'change', label: null }), oldKey(3, { kind: 'reserve', label: null })],
    ...{ encryptedKeys: 0, scripts: [], watchOnly: [], labels: [], shielded: [], transactions: [] },
    ...{ hdSeed: 'none', seed: null, oldest: 1_600_000_001, cleanlyClosed: true, rescued: 'no' },
    ...{ leaks: { plainKeys: 0, plainSeed: false }, skipped: new Map(), warnings: [] },
    unlock: () => Promise.resolve(true),
    wipe: () => undefined,
    ...change,
  }
}

let test: TestKeyring
let scripts: ScriptBook
let book: AddressBook
let notes: NoteRow[]
let demanded: number[]
let changes: boolean[]
beforeEach(() => {
  test = createTestKeyring()
  open()
  notes = []
  demanded = []
  changes = []
})
afterEach(() => test.close())

function open() {
  const file = test.file()
  scripts = new ScriptBook({ file, clock: test.timers.clock, ccEnabled: true, added: () => undefined })
  book = new AddressBook({ keys: test.keyring().keys, scripts, file })
}
function take(old: OldWallet, options: Partial<TakingOptions> = {}) {
  const recorder = {
    addNotes(rows: readonly NoteRow[]) {
      notes.push(...rows.filter((row) => test.file().addNote(row)))
      return () => undefined
    },
  } as Partial<TransactionRecorder> as TransactionRecorder
  const dueRescan = { demand: (since: number) => void demanded.push(since) } as Partial<DueRescan> as DueRescan
  const deps = { file: test.file(), keyring: test.keyring(), scripts, book, recorder, dueRescan, ccEnabled: true }
  return takeOldWallet(deps, old, { rescan: true, alongside: (changed) => void changes.push(changed), ...options })
}
const held = (index: number) => test.keyring().keys.byHash(testKey(index).hash)

describe('takeOldWallet', () => {
  it('adds keys of all kinds as imported keys that are never handed out', async () => {
    const pool = test.keyring().keys.poolSize()
    expect(await take(oldWallet())).toBe(3)
    test.reopen()
    expect([held(1), held(2), held(3)]).toMatchObject([
      { label: 'k1', created: 1_600_000_001, source: 'imported' },
      { label: null, source: 'imported' },
      { label: null, source: 'imported' },
    ])
    expect(test.keyring().keys.poolSize()).toBe(pool)
    const { priv, pub } = testKey(1)
    expect(toHex(test.keyring().keys.secretOf(pub) ?? new Uint8Array())).toBe(toHex(priv))
  })

  it('gives keys of unknown age the time of the reference for them', async () => {
    await take(oldWallet({ keys: [oldKey(1, { created: 0 }), oldKey(2, { created: 1 })] }))
    expect([held(1)?.created, held(2)?.created]).toEqual([1, 1])
  })

  it('demands a rescan from the oldest key on, only if something was new and a rescan is wanted', async () => {
    await take(oldWallet(), { rescan: false })
    expect([demanded, changes]).toEqual([[], [true]])
    await take(oldWallet())
    expect([demanded, changes]).toEqual([[], [true, false]])
    await take(oldWallet({ watchOnly: [{ script: p2pkhScript(testKey(8).hash), created: 0 }], oldest: 0 }))
    expect([demanded, changes]).toEqual([[0], [true, false, true]])
  })

  it('adds scripts with the labels of their addresses', async () => {
    const redeem = multisigScript(1, [testKey(1).pub, testKey(2).pub])
    const labels = [
      { address: encodeAddress({ type: 2, hash: hash160(redeem) }), label: 'both', purpose: 'send' },
      { address: formatAddress(8), label: 'the archive', purpose: '' },
    ]
    const watchOnly = [
      { script: p2pkhScript(testKey(8).hash), created: 0 },
      { script: Uint8Array.of(0x6a, 1, 5), created: 0 },
    ]
    await take(oldWallet({ scripts: [redeem], watchOnly, labels }))
    expect(
      scripts
        .list()
        .map(({ kind, label }) => [kind, label])
        .sort(),
    ).toEqual([
      ['redeem', 'both'],
      ['watch', null],
      ['watch', 'the archive'],
    ])
    expect(book.foreignLabels()).toEqual([])
  })

  it('adds labels of valid foreign addresses only, and cuts long ones', async () => {
    const labels = [
      { address: formatAddress(1), label: 'k1', purpose: 'receive' },
      { address: formatAddress(20), label: 'x'.repeat(5000), purpose: 'send' },
      { address: formatAddress(21), label: '', purpose: 'send' },
      { address: 'no address', label: 'nothing', purpose: 'send' },
      { address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', label: 'a Bitcoin address', purpose: 'send' },
    ]
    await take(oldWallet({ labels }))
    const expected = [{ address: formatAddress(20), label: 'x'.repeat(100) }]
    expect(book.foreignLabels()).toEqual(expected)
    test.reopen()
    open()
    expect(book.foreignLabels()).toEqual(expected)
    expect(book.foreignLabel(formatAddress(20))).toBe('x'.repeat(100))
    expect(book.foreignLabel(formatAddress(1))).toBeUndefined()
  })

  it('adds comments of at most 4,000 characters', async () => {
    const transactions = [{ txid: bytes(7, 32), time: 5, comment: 'y'.repeat(5000), to: 'landlord' }]
    await take(oldWallet({ transactions }))
    expect(notes).toEqual([{ txid: bytes(7, 32), received: 5, comment: 'y'.repeat(4000), commentTo: 'landlord' }])
  })

  it('keeps decrypted shielded keys and the seed, with nothing of them in their ids', async () => {
    const shielded = [
      { kind: 'sproutView', encrypted: false, key: bytes(0xb1, 64), value: Uint8Array.of(0x31) },
      { kind: 'sapling', encrypted: true, key: bytes(0xb2, 32), value: bytes(0xb3, 346) },
    ] as const
    const seed = { fingerprint: bytes(0xb4, 32), secret: bytes(0xb5, 32) }
    await take(oldWallet({ shielded, seed }))
    const keys = runToEnd(test.keyring().shielded.read())
    expect(keys.map(({ kind, value }) => [kind, value.length])).toEqual([
      ['seed', 64],
      ['sproutView', 65],
    ])
    expect(keys.every(({ id }) => id.length === 32 && id[0] !== 0xb1 && id[0] !== 0xb4)).toBe(true)
  })

  it('gives a label to a known key that has none', async () => {
    test.keyring().keys.import(testKey(1).priv, true, '')
    expect(await take(oldWallet())).toBe(2)
    expect(held(1)?.label).toBe('k1')
  })

  it('seals all keys if the wallet is encrypted while they are prepared', async () => {
    const keys = Array.from({ length: 150 }, (_, index) => oldKey(index + 1))
    let protecting: Promise<void> | undefined
    const onProgress = () => {
      protecting ??= test
        .keyring()
        .protect(PASSPHRASE)
        .then(() => test.keyring().vault.unlock(PASSPHRASE, 60, 'walletpassphrase'))
    }
    await take(oldWallet({ keys }), { onProgress }).catch((error: unknown) => expect(error).toEqual(LOCKED))
    await protecting
    expect(await take(oldWallet({ keys })).then(() => held(150)?.label)).toBe('k150')
    expect(test.file().plainKeys()).toEqual([])
  })

  it('rejects a locked wallet, and adds nothing', async () => {
    await test.keyring().protect(PASSPHRASE)
    await expect(take(oldWallet())).rejects.toEqual(LOCKED)
    expect([held(1), changes]).toEqual([undefined, []])
  })

  it('adds nothing if its last step fails', async () => {
    const labels = [{ address: formatAddress(20), label: 'baker', purpose: 'send' }]
    const watchOnly = [{ script: p2pkhScript(testKey(8).hash), created: 0 }]
    const alongside = () => {
      throw new Error('full')
    }
    const before = test.file().keys().length
    await expect(take(oldWallet({ labels, watchOnly }), { alongside })).rejects.toThrow('full')
    expect([test.file().keys().length, test.file().scripts(), test.file().names()]).toEqual([before, [], []])
    expect([held(1), scripts.list(), book.foreignLabels()]).toEqual([undefined, [], []])
    expect(await take(oldWallet({ labels, watchOnly }))).toBe(3)
  })

  it('yields to the event loop between the keys, and stops with the reason of the signal', async () => {
    const keys = Array.from({ length: 400 }, (_, index) => oldKey(index + 1))
    const turns = await turnsDuring(async () => {
      expect(await take(oldWallet({ keys }))).toBe(400)
    })
    expect(turns).toBeGreaterThan(3)
    const abort = new AbortController()
    const more = Array.from({ length: 200 }, (_, index) => oldKey(index + 500))
    const onProgress = () => abort.abort(new Error('left'))
    await expect(take(oldWallet({ keys: more }), { signal: abort.signal, onProgress })).rejects.toThrow('left')
    expect(held(500)).toBeUndefined()
  })
})
