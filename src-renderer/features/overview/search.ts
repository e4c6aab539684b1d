import { isHashShaped } from '#shared/protocol/shapes.ts'

/** URL search of the overview: whose details are open. */
export interface OverviewSearch {
  readonly block?: string
  readonly tx?: string
}

export function readOverviewSearch(search: Record<string, unknown>): OverviewSearch {
  const { block, tx } = search
  return {
    ...(typeof block === 'string' && isHashShaped(block) ? { block } : {}),
    ...(typeof tx === 'string' && isHashShaped(tx) ? { tx } : {}),
  }
}
