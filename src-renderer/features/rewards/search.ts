import { isHashShaped } from '#shared/protocol/shapes.ts'

/** URL search of the rewards page: the open dialog, and its plan or lock. */
export interface RewardsSearch {
  readonly act?: 'plan' | 'lock' | 'add' | 'unlock'
  readonly of?: string
}

export function readRewardsSearch(search: Record<string, unknown>): RewardsSearch {
  const { act, of } = search
  if (act === 'plan') return { act }
  if (act !== 'lock' && act !== 'add' && act !== 'unlock') return {}
  return typeof of === 'string' && isHashShaped(of) ? { act, of } : {}
}
