import type { AddressOverview, AddressScope } from '../addressScope.ts'
import type { AddressSearch } from '../search.ts'

export interface ListProps {
  readonly view: AddressScope
  readonly coin: string
  readonly summary: AddressOverview | undefined
  /** changes with every change of the address */
  readonly revision: string | undefined
  readonly search: AddressSearch
  /** merges into the search; a member with the value undefined is removed */
  onSearch(change: { readonly [Name in keyof AddressSearch]?: AddressSearch[Name] | undefined }): void
  onOpen(txid: string): void
}
