/** What the address of the faucet page can say. */
export interface FaucetSearch {
  readonly act?: 'fund'
  /** transaction whose details are open */
  readonly tx?: string
}

const ID = /^[0-9a-f]{64}$/

export function readFaucetSearch(search: Record<string, unknown>): FaucetSearch {
  const { act, tx } = search
  return {
    ...(act === 'fund' ? { act } : {}),
    ...(typeof tx === 'string' && ID.test(tx) ? { tx } : {}),
  }
}
