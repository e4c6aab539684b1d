import type { AddressType, IndexedAddress } from '../core/index.ts'
import { plainBytes } from '../storage/index.ts'
import type { Reading } from './longReads.ts'
import { fromSumCell } from './sums.ts'
import type { AddressAudit, AddressDifference, AddressSums } from './types.ts'

/** Rows added up between two pauses (a few milliseconds). */
const ROWS_PER_PAUSE = 2_000
/** Addresses held in memory at the same time. */
const ADDRESSES_PER_BATCH = 2_000
const DIFFERENCES_SHOWN = 100

/** Sums of one address: `stored` is read from its own row; the others are added up from the other tables. */
interface Sums {
  readonly address: IndexedAddress | undefined
  readonly stored: Counts & { readonly balance: bigint }
  readonly found: { -readonly [key in keyof Counts]: Counts[key] }
  deltas: bigint
  unspent: bigint
  lastTx: bigint
}

interface Counts {
  readonly received: bigint
  readonly deltas: bigint
  readonly txs: bigint
  readonly utxos: bigint
  readonly zeros: bigint
}

interface AddressRow extends Counts {
  readonly id: bigint
  readonly type: bigint
  readonly hash: Uint8Array
}

const NOTHING: Counts = { received: 0n, deltas: 0n, txs: 0n, utxos: 0n, zeros: 0n }

/** Ids in (after, last]. */
interface Span {
  readonly after: number
  readonly last: number
}

/**
 * Adds up the rows of each address and compares the sums with its stored totals. The value of an unspent output is
 * taken from the ledger, so that an output that is no longer unspent shows up as a difference.
 */
export async function readAudit(reading: Reading, only: IndexedAddress | undefined): Promise<AddressAudit> {
  const tables = prepare(reading)
  const progress = createProgress(reading, only === undefined ? tables.rows.get() : undefined)
  const totals = { addresses: 0, deltas: 0, utxos: 0 }
  const snapshotTotals = { holders: 0n, entries: 0n, satoshis: 0n, cc_entries: 0n, cc_satoshis: 0n }
  const differences: AddressDifference[] = []
  let onlySums: AddressSums | undefined = only && { balance: 0n, deltas: 0n, unspent: 0n }
  let count = 0
  for (const { span, sums } of tables.spans(only)) {
    await addDeltas(tables, span, sums, progress)
    await addUnspent(tables, span, sums, progress)
    for (const each of sums.values()) {
      totals.addresses += each.address === undefined ? 0 : 1
      totals.deltas += Number(each.found.deltas)
      totals.utxos += Number(each.found.utxos)
      addToTotals(snapshotTotals, each)
      if (only !== undefined) onlySums = { balance: each.stored.balance, deltas: each.deltas, unspent: each.unspent }
      if (agrees(each)) continue
      count++
      const { address, stored, deltas, unspent } = each
      if (address === undefined || differences.length >= DIFFERENCES_SHOWN) continue
      differences.push({ address, balance: stored.balance, deltas, unspent, counters: !countersAgree(each) })
    }
  }
  const stored = tables.totals.get()
  const totalsAgree =
    only !== undefined ||
    Object.entries(snapshotTotals).every(([name, sum]) => fromSumCell(stored?.[name] ?? 0) === sum)
  return {
    tip: reading.tip,
    ...totals,
    sums: onlySums,
    differences,
    count,
    totalsAgree,
    ok: count === 0 && totalsAgree,
  }
}

const countersAgree = ({ stored, found }: Sums): boolean =>
  (['received', 'deltas', 'txs', 'utxos', 'zeros'] as const).every((name) => stored[name] === found[name])

const agrees = (sums: Sums): boolean =>
  sums.deltas === sums.stored.balance && sums.unspent === sums.stored.balance && countersAgree(sums)

/** Adds the sums of one address to the totals that getsnapshot reports. */
function addToTotals(
  snapshotTotals: { holders: bigint; entries: bigint; satoshis: bigint; cc_entries: bigint; cc_satoshis: bigint },
  { address, found, unspent }: Sums,
): void {
  const entries = found.utxos - found.zeros
  if (address?.type === 3) {
    snapshotTotals.cc_entries += entries
    snapshotTotals.cc_satoshis += unspent
    return
  }
  snapshotTotals.entries += entries
  snapshotTotals.satoshis += unspent
  if (unspent > 0n) snapshotTotals.holders++
}

function createProgress({ pause }: Reading, rows: bigint | undefined) {
  const total = Number(rows ?? 0n)
  let done = 0
  return (more: number): Promise<void> => {
    done += more
    return pause(done, Math.max(total, done))
  }
}

function prepare({ db }: Reading) {
  const columns = 'id, type, hash, balance, received, deltas, txs, utxos, zeros'
  const addresses = db
    .prepare<[number], AddressRow & { balance: unknown }>(
      `SELECT ${columns} FROM addresses WHERE id > ? ORDER BY id LIMIT ${ADDRESSES_PER_BATCH}`,
    )
    .safeIntegers()
  const one = db
    .prepare<[Uint8Array, number], AddressRow & { balance: unknown }>(
      `SELECT ${columns} FROM addresses WHERE hash = ? AND type = ?`,
    )
    .safeIntegers()

  const toSpan = (rows: readonly (AddressRow & { balance: unknown })[], after: number, last: number) => ({
    span: { after, last },
    sums: new Map(rows.map((row) => [row.id, createSums(row)])),
  })

  return {
    totals: db.prepare<[], Record<string, unknown>>('SELECT * FROM address_totals').safeIntegers(),
    rows: db.prepare<[], bigint>('SELECT coalesce(sum(deltas) + sum(utxos), 0) FROM addresses').pluck().safeIntegers(),
    deltas: db
      .prepare<[bigint | number, bigint, bigint, number], [bigint, bigint, bigint, bigint]>(
        `SELECT address, tx, io, value FROM address_deltas WHERE (address, tx, io) > (?, ?, ?) AND address <= ?
         ORDER BY address, tx, io LIMIT ${ROWS_PER_PAUSE}`,
      )
      .raw(true)
      .safeIntegers(),
    unspent: db
      .prepare<[bigint | number, bigint, number], [bigint, bigint, bigint, bigint | null]>(
        `SELECT u.address, u.output, u.value, o.value FROM address_unspent u
         LEFT JOIN outputs o ON o.id = u.output AND o.spent_by IS NULL
         WHERE (u.address, u.output) > (?, ?) AND u.address <= ? ORDER BY u.address, u.output LIMIT ${ROWS_PER_PAUSE}`,
      )
      .raw(true)
      .safeIntegers(),
    /** Yields all addresses in batches. Together the spans cover every possible id. */
    *spans(only: IndexedAddress | undefined) {
      if (only !== undefined) {
        const row = one.get(only.hash, only.type)
        if (row) yield toSpan([row], Number(row.id) - 1, Number(row.id))
        return
      }
      for (let after = 0; after < Number.MAX_SAFE_INTEGER; ) {
        const rows = addresses.all(after)
        const last = rows.length < ADDRESSES_PER_BATCH ? Number.MAX_SAFE_INTEGER : Number(rows.at(-1)!.id)
        yield toSpan(rows, after, last)
        after = last
      }
    },
  }
}

type Tables = ReturnType<typeof prepare>

function createSums(row: (AddressRow & { balance: unknown }) | undefined): Sums {
  const address = row && { type: Number(row.type) as AddressType, hash: plainBytes(row.hash) }
  const stored = row ? { ...row, balance: fromSumCell(row.balance), received: fromSumCell(row.received) } : undefined
  return {
    address,
    stored: stored ?? { ...NOTHING, balance: 0n },
    found: { ...NOTHING },
    deltas: 0n,
    unspent: 0n,
    lastTx: -1n,
  }
}

/** Creates sums for an id without an address row, so that its stray rows show up as a difference. */
function sumsFor(sums: Map<bigint, Sums>, id: bigint): Sums {
  const known = sums.get(id)
  if (known !== undefined) return known
  const stray = createSums(undefined)
  sums.set(id, stray)
  return stray
}

async function addDeltas(
  tables: Tables,
  { after, last }: Span,
  sums: Map<bigint, Sums>,
  progress: (rows: number) => Promise<void>,
): Promise<void> {
  // Start before the first row of the next address.
  let cursor: [bigint | number, bigint, bigint] = [after + 1, -1n, -1n]
  for (;;) {
    const rows = tables.deltas.all(...cursor, last)
    for (const [address, tx, , value] of rows) {
      const each = sumsFor(sums, address)
      each.deltas += value
      each.found.deltas++
      if (value > 0n) each.found.received += value
      if (tx !== each.lastTx) each.found.txs++
      each.lastTx = tx
    }
    await progress(rows.length)
    const newest = rows.at(-1)
    if (newest === undefined || rows.length < ROWS_PER_PAUSE) return
    cursor = [newest[0], newest[1], newest[2]]
  }
}

async function addUnspent(
  tables: Tables,
  { after, last }: Span,
  sums: Map<bigint, Sums>,
  progress: (rows: number) => Promise<void>,
): Promise<void> {
  let cursor: [bigint | number, bigint] = [after + 1, -1n]
  for (;;) {
    const rows = tables.unspent.all(...cursor, last)
    for (const [address, , value, coin] of rows) {
      const each = sumsFor(sums, address)
      each.unspent += coin ?? 0n
      each.found.utxos++
      if (value === 0n) each.found.zeros++
    }
    await progress(rows.length)
    const newest = rows.at(-1)
    if (newest === undefined || rows.length < ROWS_PER_PAUSE) return
    cursor = [newest[0], newest[1]]
  }
}
