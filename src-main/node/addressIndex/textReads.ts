import { createHeightSearch } from '../storage/index.ts'
import { createJsonPages } from './jsonPages.ts'
import { createTextPages } from './textPages.ts'
import { txNumRange } from './txPositions.ts'
import type { AddressQueries } from './types.ts'
import type { ViewDeps } from './view.ts'

/** Creates the reads of complete histories in one call, for short histories. */
export function createTextReads({ db, accounts, flush }: ViewDeps): Pick<AddressQueries, 'texts' | 'jsonRows'> {
  const firstAtHeight = createHeightSearch(db)
  const pages = createTextPages(db)
  const jsonPages = createJsonPages(db)
  return {
    texts(kind, address, range) {
      flush()
      const id = accounts.find(address)?.id
      return id === undefined ? [] : [...pages[kind](id, ...txNumRange(firstAtHeight, range))].flat()
    },
    jsonRows(kind, address, { range, layout }) {
      flush()
      const id = accounts.find(address)?.id
      if (id === undefined) return ''
      // The last page may be empty.
      return [...jsonPages[kind](id, ...txNumRange(firstAtHeight, range), layout)].filter((page) => page !== '').join()
    },
  }
}
