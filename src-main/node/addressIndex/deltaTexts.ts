import type { AddressDelta } from '../core/index.ts'
import type { Database } from '../storage/index.ts'
import { toDisplayHex } from '../util/index.ts'
import { toDisplayOrder, toNumbers } from './columns.ts'
import type { AddressDeltaText } from './types.ts'
import { createDeltaReader } from './view.ts'

/** An io from which on key order is not the order of the reference's index (see schema.ts). */
const FIRST_UNORDERED_IO = 0x200

/** The greatest io; then each column of all rows: txid, height, position, io, value. All are null if there is no row. */
type DeltaColumns = [number | null, string | null, string | null, string | null, string | null, string | null]

const toText = ({ satoshis, txid, height, blockIndex, index }: AddressDelta): AddressDeltaText => ({
  satoshis,
  txid: toDisplayHex(txid),
  height,
  blockIndex,
  index,
})

/** Reads changes for textPages.ts, in the order of the reference's index. */
export function createDeltaTexts(db: Database, rowsAPage: number) {
  const selectCut = db
    .prepare<[number, number, number, number], number>(
      'SELECT tx FROM address_deltas WHERE address = ? AND tx >= ? AND tx < ? ORDER BY tx, io LIMIT 1 OFFSET ?',
    )
    .pluck()
  // CROSS JOIN keeps the order of the inner query.
  const select = db
    .prepare<[number, number, number], DeltaColumns>(
      `SELECT max(d.io), group_concat(hex(t.txid), ''), group_concat(t.height), group_concat(t.position),
              group_concat(d.io), group_concat(d.value)
       FROM (SELECT tx, io, value FROM address_deltas WHERE address = ? AND tx >= ? AND tx < ? ORDER BY tx, io) d
       CROSS JOIN txs t ON t.ordinal = d.tx`,
    )
    .raw(true)
  const read = createDeltaReader({ db, placeOf: () => undefined })

  function between(address: number, first: number, end: number): AddressDeltaText[] {
    const [greatest, ids, heights, positions, ios, values] = select.get(address, first, end)!
    if (greatest === null) return []
    // Transactions with hundreds of inputs or outputs of one address are rare: they go the slower way.
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

  /** Changes of an address whose transactions' tx numbers lie in [first, end), in pages of whole transactions. */
  return function* pages(address: number, first: number, end: number): Generator<AddressDeltaText[]> {
    for (let from = first; ; ) {
      const cut = selectCut.get(address, from, end, rowsAPage)
      if (cut === undefined) {
        yield between(address, from, end)
        return
      }
      const page = between(address, from, cut)
      // Nothing before the cut: this one transaction is longer than a page.
      from = page.length > 0 ? cut : cut + 1
      yield page.length > 0 ? page : between(address, cut, from)
    }
  }
}
