import { englishText } from '#shared/sentences/english.ts'
import { type Sentence, say } from '#shared/sentences/sentence.ts'
import type { AdmissionResult } from '../../core/index.ts'

type Refusal = Exclude<AdmissionResult, { readonly ok: true }>

/** Returns the reason why this node would reject a transaction, as a sentence for users. */
export function toRefusalSentence(refusal: Refusal): Sentence {
  if (refusal.kind === 'missing-inputs') return say('refusal.spent')
  const { reason } = refusal
  if (reason === 'bad-txns-inputs-spent' || reason === 'mempool conflict') return say('refusal.spent')
  if (reason.includes('script-verify-flag')) return say('refusal.contract')
  return reason === '' ? say('refusal.rules') : say('refusal.reason', { reason })
}

export const formatRefusal = (refusal: Refusal): string => englishText(toRefusalSentence(refusal))
