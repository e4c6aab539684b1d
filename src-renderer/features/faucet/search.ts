import { isHashShaped } from '#shared/protocol/shapes.ts'

/** URL search of the faucet page. */
export interface FaucetSearch {
  /** opens the deposit dialog, or starts Friend's claim */
  readonly act?: 'fund' | 'claim'
  /** transaction whose details are open */
  readonly tx?: string
}

export function readFaucetSearch(search: Record<string, unknown>): FaucetSearch {
  const { act, tx } = search
  return {
    ...(act === 'fund' || act === 'claim' ? { act } : {}),
    ...(typeof tx === 'string' && isHashShaped(tx) ? { tx } : {}),
  }
}
