import type { AddressDeltaText, IndexedAddress } from '../interfaces.ts'
import { toDisplayHex } from '../util/index.ts'
import type { Reading } from './longReads.ts'
import { createHeightSearch } from './places.ts'
import { createDeltaReader } from './view.ts'

/** Rows between two pauses: some milliseconds. */
const ROWS_A_PAUSE = 2_000

/** What to list: heights are inclusive. */
export interface LongList {
  readonly range?: { readonly start: number; readonly end: number } | undefined
  /** rows of all lists together */
  readonly most: number
}

/** The changes of each address, all as of one block; undefined if there are more than asked for. */
export async function readDeltaLists(
  { db, pause }: Reading,
  addresses: readonly IndexedAddress[],
  { range, most }: LongList,
): Promise<AddressDeltaText[][] | undefined> {
  const select = db
    .prepare<[Uint8Array, number], number>('SELECT id FROM addresses WHERE hash = ? AND type = ?')
    .pluck()
  const firstAtHeight = createHeightSearch(db)
  const first = range === undefined ? 0 : firstAtHeight(range.start)
  const end = range === undefined ? Number.MAX_SAFE_INTEGER : firstAtHeight(range.end + 1)
  // All of this state is written: there is nothing to be found elsewhere.
  const read = createDeltaReader({ db, placeOf: () => undefined })
  const lists: AddressDeltaText[][] = []
  let rows = 0
  for (const { hash, type } of addresses) {
    const id = select.get(hash, type)
    const list: AddressDeltaText[] = []
    lists.push(list)
    if (id === undefined) continue
    for (const { satoshis, txid, height, blockIndex, index } of read(id, first, end)) {
      if (rows >= most) return undefined
      list.push({ satoshis, txid: toDisplayHex(txid), height, blockIndex, index })
      if (++rows % ROWS_A_PAUSE === 0) await pause(rows, most)
    }
  }
  return lists
}
