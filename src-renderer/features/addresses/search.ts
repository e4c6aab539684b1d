import { isHashShaped } from '#shared/protocol/shapes.ts'

/** URL search of the address pages. Untrusted input, therefore validated. */
export interface AddressesSearch {
  /** several addresses to compare */
  readonly q?: string
  readonly sort?: string
}

export type AddressTab = 'transactions' | 'unspent' | 'pending' | 'check'
export type ChangeKind = 'received' | 'spent'

export interface AddressSearch {
  /** true selects the crypto-condition outputs, false those of the key; if absent, the kind that exists is shown */
  readonly cc?: boolean
  readonly tab?: Exclude<AddressTab, 'transactions'>
  readonly kind?: ChangeKind
  /** heights, inclusive */
  readonly start?: number
  readonly end?: number
  readonly sort?: string
  readonly tx?: string
}

export interface SnapshotSearch {
  /** number of the largest holders to list */
  readonly top?: number
  readonly sort?: string
}

const SORT = /^-?[a-z]{1,16}$/
const MAX_TEXT_LENGTH = 4000

const height = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31

export function readAddressesSearch({ q, sort }: Record<string, unknown>): AddressesSearch {
  // The router parses a text of digits as a number.
  const text = typeof q === 'number' ? String(q) : q
  return {
    ...(typeof text === 'string' && text !== '' ? { q: text.slice(0, MAX_TEXT_LENGTH) } : {}),
    ...(typeof sort === 'string' && SORT.test(sort) ? { sort } : {}),
  }
}

export function readAddressSearch(search: Record<string, unknown>): AddressSearch {
  const { cc, tab, kind, start, end, sort, tx } = search
  return {
    ...(typeof cc === 'boolean' ? { cc } : {}),
    ...(tab === 'unspent' || tab === 'pending' || tab === 'check' ? { tab } : {}),
    ...(kind === 'received' || kind === 'spent' ? { kind } : {}),
    ...(height(start) ? { start } : {}),
    ...(height(end) ? { end } : {}),
    ...(typeof sort === 'string' && SORT.test(sort) ? { sort } : {}),
    ...(typeof tx === 'string' && isHashShaped(tx) ? { tx } : {}),
  }
}

export const TOPS = [100, 1000, 10_000] as const

export function readSnapshotSearch({ top, sort }: Record<string, unknown>): SnapshotSearch {
  const known = TOPS.find((size) => size === top)
  return {
    ...(known === undefined ? {} : { top: known }),
    ...(typeof sort === 'string' && SORT.test(sort) ? { sort } : {}),
  }
}
