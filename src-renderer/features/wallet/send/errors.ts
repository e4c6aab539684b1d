import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { describeError, type ErrorStory } from '../../../components/describeError.ts'
import { t } from '../../../i18n/texts.ts'

/** Wallet errors that users meet when they pay. Matched for display only, never for decisions. */
const REASONS = [
  [/requires a transaction fee of at least/i, 'balance'],
  [/too small to (pay the fee|send after the fee)/i, 'belowFee'],
  [/amount too small/i, 'dust'],
  [/transaction too large/i, 'large'],
  [/rejected|commit failed/i, 'rules'],
] as const

export function describeSendError(error: unknown): ErrorStory {
  const story = describeError(error)
  if (!(error instanceof RpcError)) return story
  const { code, message } = error
  const reason =
    REASONS.find(([pattern]) => pattern.test(message))?.[1] ??
    (code === RPC_ERROR.INVALID_ADDRESS_OR_KEY ? 'address' : undefined)
  const safe = t('wallet:nothingSent')
  if (reason === undefined) return { ...story, safe: story.safe ?? safe }
  return {
    title: t(`wallet:refused.${reason}.title`),
    safe,
    advice: t(`wallet:refused.${reason}.advice`),
    details: story.details,
  }
}
