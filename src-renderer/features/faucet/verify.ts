import { CONTRACT_FEE, CONTRACT_FEE_BOUND } from '#shared/protocol/contractRules.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'

/**
 * Returns why the built deposit differs from the request, or undefined if it matches. A mismatch must never be
 * confirmed.
 */
export function depositMismatch(txExplanation: Explanation, satoshis: bigint, ownAddress: string): string | undefined {
  const [paid, ...others] = txExplanation.outputs
  if (txExplanation.action !== 'faucet-fund' || paid?.role !== 'contract') return t('faucet:mismatch.notFaucet')
  if (paid.amount !== satoshis) return t('faucet:mismatch.amount')
  if (others.some((output) => output.address !== ownAddress)) return t('faucet:mismatch.alsoOther')
  if (txExplanation.fee === null || txExplanation.inputs.some(({ gone }) => gone)) return t('faucet:mismatch.gone')
  return txExplanation.fee < CONTRACT_FEE_BOUND ? undefined : t('faucet:mismatch.highFee')
}

export interface ClaimTerms {
  /** in satoshis */
  readonly payout: bigint
  /** address of the receiver */
  readonly address: string
}

/**
 * Returns why a built claim differs from the terms, or undefined if it matches. A claim may only spend the pool, must
 * pay this node exactly, and must leave the rest in the pool.
 */
export function claimMismatch(txExplanation: Explanation, terms: ClaimTerms): string | undefined {
  if (txExplanation.inputs.some(({ amount, gone }) => amount === null || gone)) {
    return t('faucet:mismatch.claimGone')
  }
  const fromPool = txExplanation.inputs.every(({ owner, type }) => owner === 'contract' && type === 'cryptocondition')
  if (txExplanation.action !== 'faucet-claim' || !fromPool) return t('faucet:mismatch.notPool')
  const paid = txExplanation.outputs.filter(
    ({ role, owner }) => role !== 'data' && (role !== 'contract' || owner !== 'contract'),
  )
  if (paid.length !== 1 || paid[0]?.address !== terms.address) return t('faucet:mismatch.other')
  if (paid[0].amount !== terms.payout) return t('faucet:mismatch.amount')
  return txExplanation.fee === CONTRACT_FEE ? undefined : t('faucet:mismatch.claimFee')
}
