import { isHashShaped } from '#shared/protocol/shapes.ts'

/** URL search of the faucet page. */
export interface FaucetSearch {
  readonly act?: 'fund'
  /** transaction whose details are open */
  readonly tx?: string
}

export function readFaucetSearch(search: Record<string, unknown>): FaucetSearch {
  const { act, tx } = search
  return {
    ...(act === 'fund' ? { act } : {}),
    ...(typeof tx === 'string' && isHashShaped(tx) ? { tx } : {}),
  }
}
