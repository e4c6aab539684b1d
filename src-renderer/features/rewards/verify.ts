import { CONTRACT_FEE, CONTRACT_FEE_BOUND } from '#shared/protocol/contractRules.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'

export interface PayInRequest {
  readonly action: 'rewards-plan' | 'rewards-add' | 'rewards-lock'
  /** satoshis paid into the plan */
  readonly amount: bigint
  readonly ownAddress: string
}

type Output = Explanation['outputs'][number]

const paysAway = ({ role, address }: Output, own: readonly string[]): boolean =>
  role !== 'data' && role !== 'contract' && !own.some((each) => each === address)

/**
 * Returns why the built transaction differs from the request, or undefined if it matches. A mismatch must never be
 * confirmed.
 */
export function payInMismatch(
  txExplanation: Explanation,
  { action, amount, ownAddress }: PayInRequest,
): string | undefined {
  const pool = txExplanation.outputs.filter(({ role }) => role === 'contract')
  if (txExplanation.action !== action || pool.length !== 1) return t('rewards:mismatch.other')
  if (pool[0]?.amount !== amount) return t('rewards:mismatch.amount')
  // Only a new plan pays to the marker address, by which all plans are found.
  const markers = txExplanation.outputs.filter(({ role }) => role === 'marker')
  if (action === 'rewards-plan' ? markers.some((output) => output.amount !== CONTRACT_FEE) : markers.length > 0) {
    return t('rewards:mismatch.alsoOther')
  }
  if (txExplanation.outputs.some((output) => output.role !== 'marker' && paysAway(output, [ownAddress]))) {
    return t('rewards:mismatch.alsoOther')
  }
  if (txExplanation.fee === null || txExplanation.inputs.some(({ gone }) => gone)) return t('rewards:mismatch.gone')
  return txExplanation.fee < CONTRACT_FEE_BOUND ? undefined : t('rewards:mismatch.fee')
}

export interface UnlockRequest {
  /** locked satoshis */
  readonly amount: bigint
  /** address of the owner, who gets the coins back */
  readonly address: string
  readonly ownAddress: string
}

/** Returns the satoshis that an unlock pays to the address, or 0 if none. */
export const computePaidBack = (txExplanation: Explanation, address: string): bigint =>
  txExplanation.outputs.find((output) => output.address === address && output.role !== 'contract')?.amount ?? 0n

/**
 * Returns why a built unlock differs from the request, or undefined if it matches. All outputs must pay the owner of
 * the lock, this node, or the pool.
 */
export function unlockMismatch(
  txExplanation: Explanation,
  { amount, address, ownAddress }: UnlockRequest,
): string | undefined {
  if (txExplanation.inputs.some((input) => input.amount === null || input.gone)) return t('rewards:mismatch.gone')
  if (txExplanation.action !== 'rewards-unlock') return t('rewards:mismatch.other')
  if (txExplanation.outputs.some((output) => paysAway(output, [address, ownAddress])))
    return t('rewards:mismatch.alsoOther')
  return computePaidBack(txExplanation, address) >= amount - 2n * CONTRACT_FEE
    ? undefined
    : t('rewards:mismatch.amount')
}
