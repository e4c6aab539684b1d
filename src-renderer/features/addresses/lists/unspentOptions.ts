import { readSort } from '../../../components/lists/sort.ts'
import { PAGE_ROWS } from '../../../components/lists/usePages.ts'
import type { AddressSearch } from '../search.ts'

const SORTS = new Set(['txid', 'height', 'amount'])
const STATES = { received: 'free', spent: 'spent' } as const

/** Returns the options of one page of unspent outputs for the URL search of the page. */
export function unspentOptions({ sort, kind, start, end }: AddressSearch, cursor: string | null) {
  const wanted = readSort(sort)
  const order = wanted && SORTS.has(wanted.id) ? wanted : { id: 'height', descending: true }
  return {
    limit: PAGE_ROWS,
    sort: order.id,
    descending: order.descending,
    ...(cursor === null ? {} : { cursor }),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    ...(kind === undefined ? {} : { state: STATES[kind] }),
  }
}
