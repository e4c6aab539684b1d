import type { AddressOverview, AddressScope } from '../addressScope.ts'
import type { AddressSearch } from '../search.ts'

/** What each list of an address gets. */
export interface ListProps {
  readonly view: AddressScope
  readonly coin: string
  readonly summary: AddressOverview | undefined
  /** changes whenever something about the address changes */
  readonly revision: string | undefined
  readonly search: AddressSearch
  /** undefined as a value removes a member */
  onSearch(change: { readonly [Name in keyof AddressSearch]?: AddressSearch[Name] | undefined }): void
  onOpen(txid: string): void
}
