/** What the address of the overview can say: whose details are open. */
export interface OverviewSearch {
  readonly block?: string
  readonly tx?: string
}

const HASH = /^[0-9a-f]{64}$/

export function readOverviewSearch(search: Record<string, unknown>): OverviewSearch {
  const { block, tx } = search
  return {
    ...(typeof block === 'string' && HASH.test(block) ? { block } : {}),
    ...(typeof tx === 'string' && HASH.test(tx) ? { tx } : {}),
  }
}
