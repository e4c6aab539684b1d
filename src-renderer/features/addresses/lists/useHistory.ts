import type { MethodResult } from '#shared/rpc/index.ts'
import { readSort, useSteadySort } from '../../../components/lists/sort.ts'
import { PAGE_ROWS, usePages } from '../../../components/lists/usePages.ts'
import { useNode } from '../../../node/context.tsx'
import type { ListProps } from './listProps.ts'

const METHOD = 'listaddresstransactions'

const NEWEST_FIRST = { id: 'height', descending: true }

/** Options of one page of a history, derived from the URL search of the page. */
export interface HistoryOptions {
  readonly [name: string]: string | number | boolean | null
}

export function historyOptions(search: ListProps['search'], cursor: string | null, tip?: number): HistoryOptions {
  const sort = readSort(search.sort)
  const end = tip === undefined ? search.end : Math.min(search.end ?? tip, tip)
  return {
    limit: PAGE_ROWS,
    descending: sort?.id === 'height' ? sort.descending : true,
    ...(cursor === null ? {} : { cursor }),
    ...(search.start === undefined ? {} : { start: search.start }),
    ...(end === undefined ? {} : { end }),
    ...(search.kind === undefined ? {} : { kind: search.kind }),
  }
}

/** Loads the transactions of an address in pages, by filter, range and sort. */
export function useHistory({ view, search, revision }: ListProps) {
  const { client } = useNode()
  const options = historyOptions(search, null)
  const pages = usePages<MethodResult<typeof METHOD>['rows'][number]>({
    listKey: [METHOD, view.address, view.ccvout, options],
    revision,
    ask: (cursor, signal) => client.call(METHOD, { ...view, options: historyOptions(search, cursor) }, { signal }),
  })
  const wanted = readSort(search.sort)
  // A sort that needs every row is applied once every row is loaded.
  const sort = useSteadySort(wanted && (pages.complete || wanted.id === 'height') ? wanted : NEWEST_FIRST)
  return {
    ...pages,
    sort,
    filtered: search.kind !== undefined || search.start !== undefined || search.end !== undefined,
  }
}
