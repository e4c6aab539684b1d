import { isHashShaped } from '#shared/protocol/shapes.ts'

/** URL search of the tokens page. */
export interface TokensSearch {
  readonly q?: string
  readonly show?: 'mine' | 'nft'
  readonly sort?: string
  /** token whose details are open */
  readonly token?: string
  readonly act?: 'transfer' | 'burn'
}

const SORT = /^-?[a-z]{1,16}$/

export function readTokensSearch(search: Record<string, unknown>): TokensSearch {
  const { q, show, sort, token, act } = search
  return {
    ...(typeof q === 'string' && q !== '' ? { q: q.slice(0, 80) } : {}),
    ...(show === 'mine' || show === 'nft' ? { show } : {}),
    ...(typeof sort === 'string' && SORT.test(sort) ? { sort } : {}),
    ...(typeof token === 'string' && isHashShaped(token) ? { token } : {}),
    ...(act === 'transfer' || act === 'burn' ? { act } : {}),
  }
}
