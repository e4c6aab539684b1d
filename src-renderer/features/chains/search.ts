/** URL search of the list of chains. */
export interface ChainsSearch {
  readonly q?: string
  readonly sort?: string
  /** chain whose details are open */
  readonly chain?: string
  readonly act?: 'rename' | 'share' | 'forget' | 'delete'
}

const SORT = /^-?[a-z]{1,16}$/
const ACTS = ['rename', 'share', 'forget', 'delete'] as const

export function readChainsSearch({ q, sort, chain, act }: Record<string, unknown>): ChainsSearch {
  const known = ACTS.find((name) => name === act)
  return {
    ...(typeof q === 'string' && q !== '' ? { q: q.slice(0, 80) } : {}),
    ...(typeof sort === 'string' && SORT.test(sort) ? { sort } : {}),
    ...(typeof chain === 'string' && chain !== '' ? { chain: chain.slice(0, 128) } : {}),
    ...(known ? { act: known } : {}),
  }
}

/** URL search of the page that joins a chain. */
export interface JoinSearch {
  /** restores the wallet from its recovery phrase after joining */
  readonly restore?: 'words'
  /** text for the form; joining needs the user's click */
  readonly invitation?: string
}

export const readJoinSearch = ({ restore, invitation }: Record<string, unknown>): JoinSearch => ({
  ...(restore === 'words' ? { restore } : {}),
  ...(typeof invitation === 'string' && invitation !== '' ? { invitation: invitation.slice(0, 4000) } : {}),
})
