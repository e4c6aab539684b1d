import type { DeltaList, IndexedAddress } from '../interfaces.ts'
import { createDeltaTexts } from './deltaTexts.ts'
import type { Reading } from './longReads.ts'
import { createHeightSearch } from './places.ts'

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
  const pages = createDeltaTexts(db)
  const rows: Row[] = []
  for (const [which, { hash, type }] of addresses.entries()) {
    const id = select.get(hash, type)
    if (id === undefined) continue
    for (const page of pages(id, first, end)) {
      if (rows.length + page.length > most) return undefined
      for (const delta of page) rows.push(show(delta, which))
      await pause(rows.length, most)
    }
  }
  return rows
}
