import type { AddressDelta } from '../core/index.ts'
import type { Database } from '../storage/index.ts'
import { toDisplayHex } from '../util/index.ts'
import { toDisplayOrder, toNumbers } from './columns.ts'
import type { AddressDeltaText } from './types.ts'
import { createDeltaReader } from './view.ts'

/** First io whose key order differs from the order of komodod's index (see schema.ts). */
export const FIRST_UNORDERED_IO = 0x200

/** The greatest io, then one column each of txid, height, position, io and value. All are null if there is no row. */
type DeltaColumns = [number | null, string | null, string | null, string | null, string | null, string | null]

const toText = ({ satoshis, txid, height, blockIndex, index }: AddressDelta): AddressDeltaText => ({
  satoshis,
  txid: toDisplayHex(txid),
  height,
  blockIndex,
  index,
})

/** Creates the division of changes into pages of complete transactions, which `between` reads. */
export function createDeltaPages(db: Database, rowsPerPage: number) {
  const selectCut = db
    .prepare<[number, number, number, number], number>(
      'SELECT tx FROM address_deltas WHERE address = ? AND tx >= ? AND tx < ? ORDER BY tx, io LIMIT 1 OFFSET ?',
    )
    .pluck()

  /** Yields pages of changes of an address with tx numbers in [first, end). */
  return function* pages<Page extends { readonly length: number }>(
    address: number,
    first: number,
    end: number,
    between: (first: number, end: number) => Page,
  ): Generator<Page> {
    for (let from = first; ; ) {
      const cut = selectCut.get(address, from, end, rowsPerPage)
      if (cut === undefined) {
        yield between(from, end)
        return
      }
      const page = between(from, cut)
      // If there is nothing before the cut, this transaction is longer than a page.
      from = page.length > 0 ? cut : cut + 1
      yield page.length > 0 ? page : between(cut, from)
    }
  }
}

/** Creates the reader of changes for textPages.ts, in the order of komodod's index. */
export function createDeltaTexts(db: Database, rowsPerPage: number) {
  const divide = createDeltaPages(db, rowsPerPage)
  // CROSS JOIN keeps the order of the inner query.
  const select = db
    .prepare<[number, number, number], DeltaColumns>(
      `SELECT max(d.io), group_concat(hex(t.txid), ''), group_concat(t.height), group_concat(t.position),
              group_concat(d.io), group_concat(d.value)
       FROM (SELECT tx, io, value FROM address_deltas WHERE address = ? AND tx >= ? AND tx < ? ORDER BY tx, io) d
       CROSS JOIN txs t ON t.ordinal = d.tx`,
    )
    .raw(true)
  const read = createDeltaReader({ db, findUnwrittenTx: () => undefined })

  function between(address: number, first: number, end: number): AddressDeltaText[] {
    const [greatest, ids, heights, positions, ios, values] = select.get(address, first, end)!
    if (greatest === null) return []
    // Transactions with hundreds of inputs or outputs of one address are rare and take the slower path.
    if (greatest >= FIRST_UNORDERED_IO) return Array.from(read(address, first, end), toText)
    const txids = toDisplayOrder(ids!)
    const height = toNumbers(heights!)
    const position = toNumbers(positions!)
    const io = toNumbers(ios!)
    return values!.split(',').map((value, at) => ({
      satoshis: BigInt(value),
      txid: txids[at]!,
      height: height[at]!,
      blockIndex: position[at]!,
      index: io[at]! >> 1,
    }))
  }

  /** Yields changes of an address with tx numbers in [first, end), in pages of complete transactions. */
  return (address: number, first: number, end: number): Generator<AddressDeltaText[]> =>
    divide(address, first, end, (from, to) => between(address, from, to))
}
