import { useMemo } from 'react'
import type { Sort } from '../../ui/table/columns.ts'

/** Parses a sort from the page's address: "height" is ascending by column `height`, "-amount" is descending. */
export function readSort(text: string | undefined): Sort | undefined {
  return text === undefined ? undefined : { id: text.replace('-', ''), descending: text.startsWith('-') }
}

export function sortText(sort: Sort | undefined): string | undefined {
  return sort && `${sort.descending ? '-' : ''}${sort.id}`
}

/** Returns the same object for the same sort, so that a long table is sorted again only after a change. */
export function useSteadySort({ id, descending }: Sort): Sort {
  return useMemo(() => ({ id, descending }), [id, descending])
}
