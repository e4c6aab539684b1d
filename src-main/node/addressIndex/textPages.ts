import type { Database } from '../storage/index.ts'
import { littleEndianOrder } from '../util/index.ts'
import { ROWS_PER_PAGE, toDisplayOrder, toNumbers } from './columns.ts'
import { createDeltaTexts } from './deltaTexts.ts'
import type { AddressTexts } from './types.ts'

/** Yields written rows of an address in pages, for transactions with tx numbers in [first, end). */
type Pages<Text> = (address: number, first: number, end: number) => Generator<Text[]>

/** Tx number of the last transaction, then one column each of txid and height. All are null if there is no row. */
type IdColumns = [number | null, string | null, string | null]
/** Row of an unspent output: output id, txid, script, output index, value, height. */
type UnspentTextRow = [bigint, string, string, bigint, bigint, bigint]

/**
 * Reads histories as text columns, for replies that list them. One long text per column costs less than many row
 * objects. Row objects live until the last row is read, and the garbage collector copies them in between.
 */
export function createTextPages(
  db: Database,
  rowsPerPage: number = ROWS_PER_PAGE,
): { readonly [Kind in keyof AddressTexts]: Pages<AddressTexts[Kind]> } {
  return {
    deltas: createDeltaTexts(db, rowsPerPage),
    transactionIds: createIdTexts(db, rowsPerPage),
    unspent: createUnspentTexts(db, rowsPerPage),
  }
}

function createIdTexts(db: Database, rowsPerPage: number): Pages<AddressTexts['transactionIds']> {
  // CROSS JOIN keeps the order of the inner query.
  const select = db
    .prepare<number[], IdColumns>(
      `SELECT max(d.tx), group_concat(hex(t.txid), ''), group_concat(t.height)
       FROM (SELECT DISTINCT tx FROM address_deltas WHERE address = ? AND tx >= ? AND tx < ? ORDER BY tx LIMIT ?) d
       CROSS JOIN txs t ON t.ordinal = d.tx`,
    )
    .raw(true)
  return function* pages(address, first, end) {
    for (let from = first; ; ) {
      const [last, ids, heights] = select.get(address, from, end, rowsPerPage)!
      if (last === null) return
      const txids = toDisplayOrder(ids!)
      yield toNumbers(heights!).map((height, at) => ({ txid: txids[at]!, height }))
      from = last + 1
    }
  }
}

/**
 * Compares by height, then by `txid` in internal order, then by index: the order of komodod's index within a height.
 */
function compareUnspent(a: AddressTexts['unspent'], b: AddressTexts['unspent']): number {
  if (a.height !== b.height) return a.height - b.height
  if (a.txid !== b.txid) return a.txid < b.txid ? -1 : 1
  return littleEndianOrder(a.index, b.index)
}

function unspentTexts(rows: readonly UnspentTextRow[]): AddressTexts['unspent'][] {
  const unspent = rows.map(([, txid, script, index, satoshis, height]) => ({
    txid,
    index: Number(index),
    script: script.toLowerCase(),
    satoshis,
    height: Number(height),
  }))
  unspent.sort(compareUnspent)
  const txids = toDisplayOrder(unspent.map(({ txid }) => txid).join(''))
  for (const [at, one] of unspent.entries()) one.txid = txids[at]!
  return unspent
}

function createUnspentTexts(db: Database, rowsPerPage: number): Pages<AddressTexts['unspent']> {
  const select = db
    .prepare<[number, bigint, number], UnspentTextRow>(
      `SELECT u.output, hex(t.txid), hex(o.script), u.output - t.ordinal, u.value, t.height
       FROM (SELECT output, value FROM address_unspent WHERE address = ? AND output > ? ORDER BY output LIMIT ?) u
       CROSS JOIN outputs o ON o.id = u.output
       CROSS JOIN txs t ON t.ordinal = (SELECT max(ordinal) FROM txs WHERE ordinal <= u.output)`,
    )
    .raw(true)
    .safeIntegers(true)
  // Output ids grow with the height, so each height is sorted separately once all its rows are read.
  return function* pages(address) {
    let held: UnspentTextRow[] = []
    for (let last = 0n; ; ) {
      const rows = select.all(address, last, rowsPerPage)
      const all = [...held, ...rows]
      const newest = rows.at(-1)
      if (newest === undefined || rows.length < rowsPerPage) {
        yield unspentTexts(all)
        return
      }
      const [output, , , , , height] = newest
      const cut = all.findIndex((row) => row[5] === height)
      held = all.slice(cut)
      yield unspentTexts(all.slice(0, cut))
      last = output
    }
  }
}
