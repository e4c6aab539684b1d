import type { DeltaList, IndexedAddress } from '../interfaces.ts'
import { toDisplayHex } from '../util/index.ts'
import type { Reading } from './longReads.ts'
import { createHeightSearch } from './places.ts'
import { createDeltaReader } from './view.ts'

/** Rows between two pauses: some milliseconds. */
const ROWS_A_PAUSE = 2_000

/** The changes of one address after the other, all as of one block; undefined if there are more than asked for. */
export async function readDeltaList<Row>(
  { db, pause }: Reading,
  addresses: readonly IndexedAddress[],
  { range, most, show }: DeltaList<Row>,
): Promise<Row[] | undefined> {
  const select = db
    .prepare<[Uint8Array, number], number>('SELECT id FROM addresses WHERE hash = ? AND type = ?')
    .pluck()
  const firstAtHeight = createHeightSearch(db)
  const first = range === undefined ? 0 : firstAtHeight(range.start)
  const end = range === undefined ? Number.MAX_SAFE_INTEGER : firstAtHeight(range.end + 1)
  // All of this state is written: there is nothing to be found elsewhere.
  const read = createDeltaReader({ db, placeOf: () => undefined })
  const rows: Row[] = []
  for (const [which, { hash, type }] of addresses.entries()) {
    const id = select.get(hash, type)
    if (id === undefined) continue
    for (const { satoshis, txid, height, blockIndex, index } of read(id, first, end)) {
      if (rows.length >= most) return undefined
      rows.push(show({ satoshis, txid: toDisplayHex(txid), height, blockIndex, index }, which))
      if (rows.length % ROWS_A_PAUSE === 0) await pause(rows.length, most)
    }
  }
  return rows
}
