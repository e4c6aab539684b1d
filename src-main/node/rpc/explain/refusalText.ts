import type { AdmissionResult } from '../../interfaces.ts'

const SPENT = 'It spends coins that another transaction has spent already.'

/** Why this node would not take a transaction, for people. */
export function refusalText(refusal: Exclude<AdmissionResult, { readonly ok: true }>): string {
  if (refusal.kind === 'missing-inputs') return SPENT
  const { reason } = refusal
  if (reason === 'bad-txns-inputs-spent' || reason === 'mempool conflict') return SPENT
  if (reason.includes('script-verify-flag')) return 'The rules of the contract that it uses refuse it.'
  return reason === '' ? 'The network’s rules refuse it.' : `The network’s rules refuse it: ${reason}`
}
