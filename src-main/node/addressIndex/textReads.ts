import { createHeightSearch } from '../storage/index.ts'
import { createTextPages } from './textPages.ts'
import { txNumRange } from './txPositions.ts'
import type { AddressQueries } from './types.ts'
import type { ViewDeps } from './view.ts'

/** Creates the reads of complete histories in one call, for short histories. */
export function createTextReads({ db, accounts, flush }: ViewDeps): Pick<AddressQueries, 'texts'> {
  const firstAtHeight = createHeightSearch(db)
  const pages = createTextPages(db)
  return {
    texts(kind, address, range) {
      flush()
      const id = accounts.find(address)?.id
      return id === undefined ? [] : [...pages[kind](id, ...txNumRange(firstAtHeight, range))].flat()
    },
  }
}
