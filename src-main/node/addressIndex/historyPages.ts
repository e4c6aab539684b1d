import { createHeightSearch, plainBytes } from '../storage/index.ts'
import { toHex } from '../util/index.ts'
import type { AccountTotals } from './accounts.ts'
import { fromHalves, halves } from './sums.ts'
import { createDeltaDecoder, type DeltaRow, END, txNumRange } from './txPositions.ts'
import type {
  AddressDeltaRow,
  AddressQueries,
  AddressSummary,
  AddressTransaction,
  HistoryQuery,
  Page,
} from './types.ts'
import type { ViewDeps } from './view.ts'

/** Position in the history of an address, with values computed on the way to it. */
interface Cursor {
  readonly tx: number
  readonly io: number
  /** First bytes of the txid: after a reorg another transaction can have this position. */
  readonly mark: string
  /** Running balance: after the next row when descending, before it when ascending. */
  readonly balance: bigint
  readonly total: number
}

const CURSOR = /^(\d{1,15})\.(\d{1,11})\.([0-9a-f]{8})\.(\d{1,40})\.(\d{1,15})$/

const toCursorMark = (txid: Uint8Array): string => toHex(txid.subarray(0, 4))

function writeCursor({ tx, io, mark, balance, total }: Cursor): string {
  return [tx, io, mark, balance, total].join('.')
}

function readCursor(text: string): Cursor | undefined {
  const parts = CURSOR.exec(text)
  if (parts === null) return undefined
  const [, tx, io, mark = '', balance = '', total] = parts
  return { tx: Number(tx), io: Number(io), mark, balance: BigInt(balance), total: Number(total) }
}

/** Tx numbers of a query: [first, end). */
interface Range {
  readonly first: number
  readonly end: number
  /** True if no height is excluded. */
  readonly whole: boolean
}

/**
 * A page is bounded by the position it continues from on one side and by the end of the range on the other. Both bound
 * the same key.
 */
const DIRECTIONS = [
  { descending: false, beyond: '>', end: '<', order: '' },
  { descending: true, beyond: '<', end: '>=', order: 'DESC' },
] as const
const KINDS = {
  all: { delta: '', net: '' },
  received: { delta: 'AND d.io & 1 = 0', net: 'HAVING sum(d.value) >= 0' },
  spent: { delta: 'AND d.io & 1 = 1', net: 'HAVING sum(d.value) < 0' },
} as const

const variant = ({ kind, descending }: Pick<HistoryQuery, 'kind' | 'descending'>): string => `${kind} ${descending}`

/** Transaction row: tx, net amount, txid, height, position. */
type TransactionRow = [bigint, bigint, Uint8Array, bigint, bigint]

function prepare({ db }: ViewDeps) {
  const deltas = new Map<string, ReturnType<typeof preparePage<DeltaRow>>>()
  const transactions = new Map<string, ReturnType<typeof preparePage<TransactionRow>>>()
  const counts = new Map<string, { deltas: CountStatement; transactions: CountStatement }>()
  const preparePage = <Row>(sql: string) => db.prepare<number[], Row>(sql).raw(true).safeIntegers(true)
  const prepareCount = (sql: string) => db.prepare<number[], number>(sql).pluck()
  type CountStatement = ReturnType<typeof prepareCount>
  const range = 'd.address = ? AND d.tx >= ? AND d.tx < ?'
  for (const kind of ['all', 'received', 'spent'] as const) {
    const { delta, net } = KINDS[kind]
    counts.set(kind, {
      deltas: prepareCount(`SELECT count(*) FROM address_deltas d WHERE ${range} ${delta}`),
      transactions: prepareCount(
        `SELECT count(*) FROM (SELECT 1 FROM address_deltas d WHERE ${range} GROUP BY d.tx ${net}) g`,
      ),
    })
    for (const { descending, beyond, end, order } of DIRECTIONS) {
      deltas.set(
        variant({ kind, descending }),
        preparePage<DeltaRow>(
          `SELECT d.tx, d.io, d.value, t.txid, t.height, t.position FROM address_deltas d
           LEFT JOIN txs t ON t.ordinal = d.tx
           WHERE d.address = ? AND d.tx ${end} ? AND (d.tx, d.io) ${beyond} (?, ?) ${delta}
           ORDER BY d.tx ${order}, d.io ${order} LIMIT ?`,
        ),
      )
      transactions.set(
        variant({ kind, descending }),
        preparePage<TransactionRow>(
          `SELECT g.tx, g.net, t.txid, t.height, t.position FROM
             (SELECT d.tx AS tx, sum(d.value) AS net FROM address_deltas d
              WHERE d.address = ? AND d.tx ${end} ? AND d.tx ${beyond} ? GROUP BY d.tx ${net} ORDER BY d.tx ${order} LIMIT ?) g
           CROSS JOIN txs t ON t.ordinal = g.tx ORDER BY g.tx ${order}`,
        ),
      )
    }
  }
  return { deltas, transactions, counts }
}

/** Creates the functions that pages of changes and pages of transactions share. */
function createGround({ db, accounts, flush }: ViewDeps) {
  const firstAtHeight = createHeightSearch(db)
  const txidAt = db.prepare<[number], Uint8Array>('SELECT txid FROM txs WHERE ordinal = ?').pluck()
  const sum = db
    .prepare<[number, number, number], [bigint, bigint]>(
      `SELECT ${halves('value')} FROM address_deltas WHERE address = ? AND tx >= ? AND tx < ?`,
    )
    .raw(true)
    .safeIntegers(true)

  return {
    standing(address: Parameters<typeof accounts.find>[0]): AccountTotals | undefined {
      flush()
      return accounts.find(address)
    },
    range({ start, end }: HistoryQuery): Range {
      const [first, beyond] = txNumRange(firstAtHeight, { start, end })
      return {
        first,
        end: beyond,
        whole: start === undefined && end === undefined,
      }
    },
    /** Returns null if `text` is undefined, and undefined if the cursor is invalid or no longer fits the chain. */
    cursor(text: string | undefined): Cursor | null | undefined {
      if (text === undefined) return null
      const cursor = readCursor(text)
      const txid = cursor && txidAt.get(cursor.tx)
      return txid && toCursorMark(txid) === cursor.mark ? cursor : undefined
    },
    /** Returns the running balance at the start of a list: after its newest row, or before its oldest. */
    balanceAt({ id, balance }: AccountTotals, { first, end }: Range, descending: boolean): bigint {
      if (descending) return end === END ? balance : balance - fromHalves(...sum.get(id, end, END)!)
      return first === 0 ? 0n : fromHalves(...sum.get(id, 0, first)!)
    },
  }
}

/**
 * Returns the running balance at the start of a list, or 0 if the list filters rows, because such a list shows no
 * balance.
 */
function balanceAtStart(
  { balanceAt }: Pick<ReturnType<typeof createGround>, 'balanceAt'>,
  totals: AccountTotals,
  range: Range,
  { kind, descending }: HistoryQuery,
): bigint {
  return kind === 'all' ? balanceAt(totals, range, descending) : 0n
}

/** Carries the balance from row to row, in the direction of the list. */
function createRunningBalance({ kind, descending }: HistoryQuery, start: bigint) {
  let balance = start
  return {
    current: () => balance,
    /** Returns the balance after the next row, given the amount in satoshis by which that row changed it. */
    after(satoshis: bigint): bigint | undefined {
      if (kind !== 'all') return undefined
      const before = balance
      balance += descending ? -satoshis : satoshis
      return descending ? before : balance
    },
  }
}

function createDeltaPage(deps: ViewDeps, statements: ReturnType<typeof prepare>) {
  const ground = createGround(deps)
  const toDelta = createDeltaDecoder(deps.findUnwrittenTx)

  function computeTotal(standing: AccountTotals, range: Range, { kind }: HistoryQuery): number {
    const { id, deltas, utxos } = standing
    if (!range.whole) return statements.counts.get(kind)!.deltas.get(id, range.first, range.end) ?? 0
    // Every receipt is either unspent or has a spend.
    if (kind === 'all') return deltas
    return kind === 'received' ? (deltas + utxos) / 2 : (deltas - utxos) / 2
  }

  return (
    address: Parameters<AddressQueries['deltaPage']>[0],
    query: HistoryQuery,
  ): Page<AddressDeltaRow> | undefined => {
    const standing = ground.standing(address)
    const cursor = ground.cursor(query.cursor)
    if (cursor === undefined) return undefined
    if (standing === undefined) return { rows: [], next: undefined, total: 0 }
    const { descending, limit } = query
    const range = ground.range(query)
    const from = cursor ?? (descending ? { tx: range.end, io: -1 } : { tx: range.first, io: -1 })
    const page = statements.deltas.get(variant(query))!
    const found = page.all(standing.id, descending ? range.first : range.end, from.tx, from.io, limit + 1)
    const total = cursor?.total ?? computeTotal(standing, range, query)
    const running = createRunningBalance(query, cursor?.balance ?? balanceAtStart(ground, standing, range, query))
    const rows = found.slice(0, limit).map((row): AddressDeltaRow => {
      const delta = toDelta(row)
      return { ...delta, balance: running.after(delta.satoshis) }
    })
    const last = rows.at(-1)
    if (found.length <= limit || last === undefined) return { rows, next: undefined, total }
    const io = 2 * last.index + (last.spending ? 1 : 0)
    return {
      rows,
      next: writeCursor({ tx: last.txNum, io, mark: toCursorMark(last.txid), balance: running.current(), total }),
      total,
    }
  }
}

function createTransactionPage(deps: ViewDeps, statements: ReturnType<typeof prepare>) {
  const ground = createGround(deps)
  return (
    address: Parameters<AddressQueries['transactionPage']>[0],
    query: HistoryQuery,
  ): Page<AddressTransaction> | undefined => {
    const standing = ground.standing(address)
    const cursor = ground.cursor(query.cursor)
    if (cursor === undefined) return undefined
    if (standing === undefined) return { rows: [], next: undefined, total: 0 }
    const { descending, kind, limit } = query
    const range = ground.range(query)
    const { first, end, whole } = range
    const from = cursor?.tx ?? (descending ? end : first - 1)
    const found = statements.transactions
      .get(variant(query))!
      .all(standing.id, descending ? first : end, from, limit + 1)
    const counted = () => statements.counts.get(kind)!.transactions.get(standing.id, first, end) ?? 0
    const total = cursor?.total ?? (whole && kind === 'all' ? standing.txs : counted())
    const running = createRunningBalance(query, cursor?.balance ?? balanceAtStart(ground, standing, range, query))
    const rows = found.slice(0, limit).map(
      ([tx, satoshis, txid, height, position]): AddressTransaction => ({
        txid: plainBytes(txid),
        txNum: Number(tx),
        height: Number(height),
        blockIndex: Number(position),
        satoshis,
        balance: running.after(satoshis),
      }),
    )
    const last = rows.at(-1)
    if (found.length <= limit || last === undefined) return { rows, next: undefined, total }
    const balance = running.current()
    return { rows, next: writeCursor({ tx: last.txNum, io: 0, mark: toCursorMark(last.txid), balance, total }), total }
  }
}

/**
 * Creates the paged history queries. The cost of a page does not depend on its position, because the cursor carries the
 * balance and total.
 */
export function createHistoryPages(deps: ViewDeps): Pick<AddressQueries, 'summary' | 'deltaPage' | 'transactionPage'> {
  const statements = prepare(deps)
  const { standing } = createGround(deps)
  const ends = deps.db
    .prepare<[number, number], [number, number]>(
      `SELECT (SELECT height FROM txs WHERE ordinal = (SELECT min(tx) FROM address_deltas WHERE address = ?)),
         (SELECT height FROM txs WHERE ordinal = (SELECT max(tx) FROM address_deltas WHERE address = ?))`,
    )
    .raw(true)
  return {
    summary(address): AddressSummary | undefined {
      const found = standing(address)
      if (found === undefined) return undefined
      const [first, last] = ends.get(found.id, found.id)!
      const { balance, received, deltas, utxos, txs } = found
      return { balance, received, deltas, utxos, transactions: txs, first, last }
    },
    deltaPage: createDeltaPage(deps, statements),
    transactionPage: createTransactionPage(deps, statements),
  }
}
