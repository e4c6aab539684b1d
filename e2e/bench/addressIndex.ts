import { globSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type AddressIndex, createAddressIndex } from '../../src-main/node/addressIndex/index.ts'
import type { IndexedAddress } from '../../src-main/node/core/index.ts'
import { type Database, reconcileIndex } from '../../src-main/node/storage/index.ts'
import { silentLogger } from '../../src-main/node/testing/index.ts'
import type { Record } from './figures.ts'
import { createSyntheticLedger, type SyntheticLedger } from './syntheticLedger.ts'

const UNSPENT = 1_000
const HOLDERS = 500_000
/** History lengths (in changes) for which the cost of a change must not differ. */
const DEPTHS = [1_000, 10_000, 100_000, 1_000_000] as const
const DEEPEST = 1_000_000
const SAMPLES = 200

/**
 * Calls over HTTP on the recorded load chain, with the maximum time of each; the README of the vectors has its figures.
 */
export const hotAddressCalls = (address: string) =>
  [
    ['getaddressbalance', [address], 0.5],
    ['getaddressutxos', [address], 8],
    ['getaddressdeltas', [{ addresses: [address] }], 130],
    ['getaddresstxids', [address], 28],
    ['getsnapshot', [], 5],
  ] as const

const addressFor = (deltas: number): IndexedAddress => ({
  type: 1,
  hash: new Uint8Array(20).fill(String(deltas).length),
})

/** Returns median and 99th percentile of the duration, in milliseconds. */
function measureTimes(work: () => void, samples = SAMPLES): { median: number; p99: number } {
  const times = Array.from({ length: samples }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  }).sort((a, b) => a - b)
  return { median: times[samples >> 1] ?? 0, p99: times[Math.floor(samples * 0.99)] ?? 0 }
}

/** Returns the size in bytes of each table and index of the address index. */
function addressBytes(db: Database): Map<string, number> {
  const rows = db
    .prepare<[], { name: string; bytes: number }>(
      "SELECT name, sum(pgsize) AS bytes FROM dbstat WHERE name LIKE 'address%' GROUP BY name ORDER BY name",
    )
    .all()
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

/** Records the disk space per change, with the share of each table in the note. */
function recordSize(db: Database, record: Record, name: string, limit?: number): void {
  const deltas = db.prepare<[], number>('SELECT count(*) FROM address_deltas').pluck().get() ?? 0
  const bytes = addressBytes(db)
  const share = (size: number) => (size / deltas).toFixed(1)
  record({
    name,
    value: [...bytes.values()].reduce((sum, size) => sum + size, 0) / deltas,
    unit: 'bytes',
    ...(limit !== undefined && { goal: { sense: '<', limit } }),
    note: [...bytes].map(([table, size]) => `${table} ${share(size)}`).join(', '),
  })
}

/** Records the disk space per change in the database of a stopped daemon. */
export function recordDatabaseSize(dataDir: string, record: Record, name: string, limit: number): void {
  const file = globSync(join(dataDir, '{.,*}/chain.db'))[0]
  if (file === undefined) throw new Error(`no chain.db below ${dataDir}`)
  const db = new SqliteDatabase(file, { readonly: true })
  recordSize(db, record, name, limit)
  db.close()
}

async function makeIndex({ storage }: SyntheticLedger, record: Record, name: string): Promise<AddressIndex> {
  const index = createAddressIndex({ db: storage.db })
  const start = performance.now()
  const before = process.cpuUsage()
  await reconcileIndex(index.rebuild, true, { db: storage.db, logger: silentLogger })
  const { user, system } = process.cpuUsage(before)
  const note = `${((user + system) / 1e6).toFixed(1)} s of processor time`
  record({ name, value: (performance.now() - start) / 1000, unit: 's', note })
  return index
}

/** Measures the cost of long histories and of many holders, each on its own tables. */
export async function measureAddressIndex(folder: string, record: Record): Promise<void> {
  await measureHistories(join(folder, 'histories'), record)
  await measureHolders(join(folder, 'holders'), record)
}

async function measureHistories(dataDir: string, record: Record): Promise<void> {
  const ledger = createSyntheticLedger(dataDir)
  for (const deltas of DEPTHS) ledger.addHistory(addressFor(deltas), deltas, Math.min(UNSPENT, deltas / 5))
  ledger.finish()
  const { storage } = ledger
  try {
    const index = await makeIndex(ledger, record, 'making the index of 1,111,000 changes')
    recordSize(storage.db, record, '  its size, a change', 45)
    measureBalances(index, record)
    const deepest = addressFor(DEEPEST)
    const queries: readonly (readonly [string, number, () => unknown])[] = [
      ['1,000 unspent outputs of 1M changes', 20, () => index.unspent(deepest)],
      ['first page of 1M changes, newest first', 50, () => page(index, undefined)],
      ['a page in the middle of them', 50, () => page(index, findMiddleCursor(index))],
      [
        'first page of their transactions',
        50,
        () => index.transactionPage(deepest, { limit: 100, descending: true, kind: 'all' }),
      ],
    ]
    for (const [name, limit, work] of queries) {
      work()
      const { median, p99 } = measureTimes(work, 50)
      record({ name, value: median, unit: 'ms', goal: { sense: '<', limit }, note: `p99 ${p99.toFixed(2)} ms` })
    }
    await measureLongReads(index, record)
  } finally {
    storage.close()
  }
}

const page = (index: AddressIndex, cursor: string | undefined) =>
  index.deltaPage(addressFor(DEEPEST), { limit: 100, descending: true, kind: 'all', cursor })

let middle: string | undefined

function findMiddleCursor(index: AddressIndex): string | undefined {
  middle ??= index.deltaPage(addressFor(DEEPEST), { limit: DEEPEST / 2, descending: true, kind: 'all' })?.next
  return middle
}

function measureBalances(index: AddressIndex, record: Record): void {
  const medians = DEPTHS.map((deltas) => {
    const address = addressFor(deltas)
    measureTimes(() => index.balance(address), 2_000)
    return measureTimes(() => index.balance(address), 2_000)
  })
  for (const [at, deltas] of DEPTHS.entries()) {
    const { median, p99 } = medians[at]!
    record({
      name: `balance after ${deltas.toLocaleString('en')} changes`,
      value: median,
      unit: 'ms',
      goal: { sense: '<', limit: 1 },
      note: `p99 ${p99.toFixed(3)} ms`,
    })
  }
  const ratio = medians.at(-1)!.median / medians[0]!.median
  record({ name: '  1M changes : 1,000 changes', value: ratio, unit: '', goal: { sense: '<', limit: 1.5 } })
}

/** Records how long single steps block the event loop; the total duration matters less. */
async function measureLongReads(index: AddressIndex, record: Record): Promise<void> {
  const reads: readonly (readonly [string, (onProgress: () => void) => Promise<unknown>])[] = [
    ['chart of 1M changes, 200 points', (onProgress) => index.chart(addressFor(DEEPEST), 200, { onProgress })],
    ['audit of 1,111,000 changes', (onProgress) => index.audit(undefined, { onProgress })],
  ]
  for (const [name, read] of reads) {
    const steps: number[] = []
    const start = performance.now()
    let begun = start
    const onProgress = () => {
      steps.push(performance.now() - begun)
      // Excludes the time that other tasks use before the next step.
      setImmediate(() => {
        begun = performance.now()
      })
    }
    await read(onProgress)
    record({ name, value: performance.now() - start, unit: 'ms' })
    steps.sort((a, b) => a - b)
    record({
      name: '  a step of it, median',
      value: steps[steps.length >> 1] ?? 0,
      unit: 'ms',
      goal: { sense: '<', limit: 20 },
      note: `longest ${(steps.at(-1) ?? 0).toFixed(1)} ms`,
    })
  }
}

async function measureHolders(dataDir: string, record: Record): Promise<void> {
  const ledger = createSyntheticLedger(dataDir)
  ledger.addHolders(HOLDERS)
  ledger.finish()
  try {
    const index = await makeIndex(ledger, record, 'making the index of 500,000 addresses')
    recordSize(ledger.storage.db, record, '  its size, a change (one each)')
    const { median, p99 } = measureTimes(() => index.snapshot({ top: 100, ignored: [] }), 50)
    record({
      name: 'getsnapshot 100 of 500,000 addresses',
      value: median,
      unit: 'ms',
      goal: { sense: '<', limit: 20 },
      note: `p99 ${p99.toFixed(2)} ms`,
    })
  } finally {
    ledger.storage.close()
  }
}
