import { useMemo } from 'react'
import type { Sort } from '../../ui/table/columns.ts'

/** "height", "-amount": the column and its direction, as it stands in the address of the page. */
export function readSort(text: string | undefined): Sort | undefined {
  return text === undefined ? undefined : { id: text.replace('-', ''), descending: text.startsWith('-') }
}

export function sortText(sort: Sort | undefined): string | undefined {
  return sort && `${sort.descending ? '-' : ''}${sort.id}`
}

/** The same object for the same sort: a table of many rows sorts again only when something changed. */
export function useSteadySort({ id, descending }: Sort): Sort {
  return useMemo(() => ({ id, descending }), [id, descending])
}
