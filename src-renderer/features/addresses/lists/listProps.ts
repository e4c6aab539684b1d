import { useMemo } from 'react'
import type { Sort } from '../../../ui/table/columns.ts'
import type { AddressView, Summary } from '../addressView.ts'
import type { AddressSearch } from '../search.ts'

/** What each list of an address gets. */
export interface ListProps {
  readonly view: AddressView
  readonly coin: string
  readonly summary: Summary | undefined
  /** changes whenever something about the address changes */
  readonly revision: string | undefined
  readonly search: AddressSearch
  /** undefined as a value takes a member away */
  onSearch(change: { readonly [Name in keyof AddressSearch]?: AddressSearch[Name] | undefined }): void
  onOpen(txid: string): void
}

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
