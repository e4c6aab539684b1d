import { CONTRACT_FEE, CONTRACT_FEE_BOUND } from '#shared/protocol/contractRules.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'

/** Why the built deposit is not what was asked for; undefined when it is. A mismatch must never be confirmed. */
export function depositMismatch(told: Explanation, satoshis: bigint, ownAddress: string): string | undefined {
  const [paid, ...others] = told.outputs
  if (told.action !== 'faucet-fund' || paid?.role !== 'contract') return t('faucet:mismatch.notFaucet')
  if (paid.amount !== satoshis) return t('faucet:mismatch.amount')
  if (others.some((output) => output.address !== ownAddress)) return t('faucet:mismatch.alsoOther')
  if (told.fee === null || told.inputs.some(({ gone }) => gone)) return t('faucet:mismatch.gone')
  return told.fee < CONTRACT_FEE_BOUND ? undefined : t('faucet:mismatch.highFee')
}

export interface ClaimTerms {
  /** satoshis */
  readonly payout: bigint
  /** the receiver */
  readonly address: string
}

/** The same for a claim: it may take from the pool only, pay this node exactly, and leave the rest in the pool. */
export function claimMismatch(told: Explanation, terms: ClaimTerms): string | undefined {
  if (told.inputs.some(({ amount, gone }) => amount === null || gone)) {
    return t('faucet:mismatch.claimGone')
  }
  const fromPool = told.inputs.every(({ owner, type }) => owner === 'contract' && type === 'cryptocondition')
  if (told.action !== 'faucet-claim' || !fromPool) return t('faucet:mismatch.notPool')
  const paid = told.outputs.filter(
    ({ role, owner }) => role !== 'data' && (role !== 'contract' || owner !== 'contract'),
  )
  if (paid.length !== 1 || paid[0]?.address !== terms.address) return t('faucet:mismatch.other')
  if (paid[0].amount !== terms.payout) return t('faucet:mismatch.amount')
  return told.fee === CONTRACT_FEE ? undefined : t('faucet:mismatch.claimFee')
}
