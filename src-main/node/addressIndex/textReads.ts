import { createHeightSearch } from '../storage/index.ts'
import { txNumsOf } from './places.ts'
import { createTextPages } from './textPages.ts'
import type { AddressQueries } from './types.ts'
import type { ViewDeps } from './view.ts'

/** Whole histories at once, for short ones. */
export function createTextReads({ db, accounts, flush }: ViewDeps): Pick<AddressQueries, 'texts'> {
  const firstAtHeight = createHeightSearch(db)
  const pages = createTextPages(db)
  return {
    texts(kind, address, range) {
      flush()
      const id = accounts.find(address)?.id
      return id === undefined ? [] : [...pages[kind](id, ...txNumsOf(firstAtHeight, range))].flat()
    },
  }
}
