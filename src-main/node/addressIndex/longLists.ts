import type { AddressList, AddressTexts, IndexedAddress, NamedBlock } from '../interfaces.ts'
import { createHeightSearch } from '../storage/index.ts'
import type { Reading } from './longReads.ts'
import { txNumsOf } from './places.ts'
import { createTextPages } from './textPages.ts'

/** What there is of one address after the other, all as of one block; undefined if there are more rows than asked for. */
export async function readList<Kind extends keyof AddressTexts, Row>(
  kind: Kind,
  { db, tip, pause }: Reading,
  addresses: readonly IndexedAddress[],
  { range, most, show }: AddressList<Kind, Row>,
): Promise<{ rows: Row[]; tip: NamedBlock } | undefined> {
  const select = db
    .prepare<[Uint8Array, number], number>('SELECT id FROM addresses WHERE hash = ? AND type = ?')
    .pluck()
  const span = txNumsOf(createHeightSearch(db), range)
  const pages = createTextPages(db)[kind]
  const rows: Row[] = []
  for (const [which, { hash, type }] of addresses.entries()) {
    const id = select.get(hash, type)
    if (id === undefined) continue
    for (const page of pages(id, ...span)) {
      if (rows.length + page.length > most) return undefined
      for (const text of page) rows.push(show(text, which))
      await pause(rows.length, most)
    }
  }
  return { rows, tip }
}
