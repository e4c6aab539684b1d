import type { MethodResult } from '#shared/rpc/index.ts'

export type StakingStatus = MethodResult<'getstakingstatus'>

/** Hours for which the odds are shown. */
export const STAKE_HOURS = [1, 6, 24] as const

/**
 * Returns the probability of at least one block by stake in some hours, if they are like the last blocks. Returns
 * undefined without tested blocks. If no block would have been won, assumes one win in the tested blocks, which is an
 * upper bound.
 */
export function stakeChance(
  { tested, first, spacing }: StakingStatus['prospects'],
  hours: number,
): { readonly chance: number; readonly bound: boolean } | undefined {
  if (tested === 0 || spacing <= 0) return undefined
  const blocks = (hours * 3600) / spacing
  const bound = first === 0
  // Even a coin that always won may lose the next time.
  const share = Math.min(Math.max(first, 1), tested - 0.5) / tested
  return { chance: -Math.expm1(blocks * Math.log1p(-share)), bound }
}
