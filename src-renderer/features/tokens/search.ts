import { isHashShaped } from '#shared/protocol/shapes.ts'

/** URL search of the tokens page. */
export interface TokensSearch {
  readonly q?: string
  readonly show?: 'mine'
  /** only NFTs */
  readonly nft?: true
  readonly sort?: string
  /** token id in a URL from before tokens had a page; redirects to its page */
  readonly token?: string
  readonly act?: TokenSearch['act']
}

/** URL search of a token's page. */
export interface TokenSearch {
  /** the open dialog */
  readonly act?: 'transfer' | 'burn'
}

const SORT = /^-?[a-z]{1,16}$/

export function readTokensSearch(search: Record<string, unknown>): TokensSearch {
  const { q, show, nft, sort, token } = search
  return {
    ...(typeof q === 'string' && q !== '' ? { q: q.slice(0, 80) } : {}),
    ...(show === 'mine' ? { show } : {}),
    ...(nft === true || show === 'nft' ? { nft: true } : {}),
    ...(typeof sort === 'string' && SORT.test(sort) ? { sort } : {}),
    ...(typeof token === 'string' && isHashShaped(token) ? { token, ...readTokenSearch(search) } : {}),
  }
}

export const readTokenSearch = ({ act }: Record<string, unknown>): TokenSearch =>
  act === 'transfer' || act === 'burn' ? { act } : {}
