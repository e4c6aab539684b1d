import { isHashShaped } from '#shared/protocol/shapes.ts'

/** URL search of the page of rewards: the dialog that is open, and which plan or lock it is about. */
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
