import { isHashShaped } from '#shared/protocol/shapes.ts'

/** URL search of the home page: the block or transaction with open details. */
export interface HomeSearch {
  readonly block?: string
  readonly tx?: string
}

export function readHomeSearch(search: Record<string, unknown>): HomeSearch {
  const { block, tx } = search
  return {
    ...(typeof block === 'string' && isHashShaped(block) ? { block } : {}),
    ...(typeof tx === 'string' && isHashShaped(tx) ? { tx } : {}),
  }
}
