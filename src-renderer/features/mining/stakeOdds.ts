import type { MethodResult } from '#shared/rpc/index.ts'

export type StakingStatus = MethodResult<'getstakingstatus'>

/** Hours whose odds are shown. */
export const STAKE_HOURS = [1, 6, 24] as const

/**
 * Probability of at least one block by stake in some hours, if they are like the last blocks; undefined where these say nothing.
 * Where no block would have been won, it is that of one win in as many blocks: an upper bound.
 */
export function stakeChance(
  { tested, first, spacing }: StakingStatus['prospects'],
  hours: number,
): { readonly chance: number; readonly bound: boolean } | undefined {
  if (tested === 0 || spacing <= 0) return undefined
  const blocks = (hours * 3600) / spacing
  const bound = first === 0
  // Even a coin that was always first may lose the next time.
  const share = Math.min(Math.max(first, 1), tested - 0.5) / tested
  return { chance: -Math.expm1(blocks * Math.log1p(-share)), bound }
}
