import type { MethodResult } from '#shared/rpc/index.ts'
import type { TextKey } from '../../../i18n/catalogue.ts'
import { hasText, t } from '../../../i18n/texts.ts'
import { plainAmount } from '../../../ui/format.ts'

export type MovePlanReply = MethodResult<'planmovetophrase'>

/** Returns one sentence each about the transfers now, their cost, and later transfers. */
export function movingSentences(plan: MovePlanReply, coin: string): readonly string[] {
  const { transactions, coins, tokens, amount, fee, queued } = plan
  const sentences: string[] = []
  if (coins > 0) sentences.push(t('wallet:move.coins', { count: coins, amount: plainAmount(amount), coin }))
  if (tokens.length > 0) sentences.push(t('wallet:move.tokens', { count: tokens.length }))
  if (transactions > 0) {
    sentences.push(t('wallet:move.cost', { count: transactions, fee: plainAmount(fee), coin }))
  }
  const waiting = queued.immature + queued.locked + queued.unconfirmed + queued.waiting + queued.tokens
  if (waiting > 0) sentences.push(t('wallet:move.later', { count: waiting }))
  if (plan.identity !== null) sentences.push(t('wallet:move.identity'))
  if (!plan.contractsseen) sentences.push(t('wallet:move.unseen'))
  return sentences
}

const isShown = (key: string): key is TextKey => hasText(key)

/** Formats the action by which a key got a role in a contract. */
function roleLabel(action: string): string {
  const key = `parts:did.${action}`
  return t('wallet:move.kind.role', { role: isShown(key) ? t(key) : action })
}

/** Formats why something stays at an old key. */
export const stayingLabel = ({ kind, name }: MovePlanReply['stays'][number]): string =>
  kind === 'role' ? roleLabel(name) : t(`wallet:move.kind.${kind}`)
