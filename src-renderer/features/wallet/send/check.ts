import { isAddressShaped } from '#shared/protocol/shapes.ts'
import { COIN } from '#shared/units.ts'
import { typedAmountProblem } from '../../../components/typedAmount.ts'
import { t } from '../../../i18n/texts.ts'
import { amountAlone, inSatoshis, readAmountField } from '../../../ui/format.ts'
import { chosenSum, type SendDraft } from './draft.ts'

/** A payment that the node is asked to build. Amounts are in satoshis. */
export interface SendRequest {
  readonly outputs: readonly { readonly address: string; readonly satoshis: bigint }[]
  /** undefined to let the wallet select coins */
  readonly inputs: readonly { readonly txid: string; readonly vout: number }[] | undefined
  /** satoshis per 1000 bytes, or undefined for the node's default */
  readonly rate: bigint | undefined
  /** True if the only output gets everything and pays the fee. */
  readonly everything: boolean
  readonly comment: string
  readonly commentTo: string
}

export interface RecipientProblems {
  readonly address?: string | undefined
  readonly amount?: string | undefined
}

export interface SendProblems {
  readonly recipients: readonly RecipientProblems[]
  readonly rate?: string | undefined
  readonly coins?: string | undefined
  readonly comment?: string | undefined
  readonly commentTo?: string | undefined
}

export type SendCheck =
  | { readonly ok: true; readonly request: SendRequest }
  | { readonly ok: false; readonly problems: SendProblems }

export interface SendLimits {
  /** satoshis that can be spent without selecting coins, or undefined while unknown */
  readonly spendable: bigint | undefined
  /** minimum relay fee rate in satoshis per 1000 bytes, or undefined while unknown */
  readonly leastRate: bigint | undefined
}

/** Maximum length of a comment that the node accepts. */
const MAX_COMMENT_LENGTH = 1000
/** A fee above one coin per 1000 bytes is a mistake. */
const MAX_RATE = COIN

/** Returns the satoshis that can be spent with the present draft. */
export function availableFor(draft: Pick<SendDraft, 'choosing' | 'coins'>, limits: SendLimits): bigint | undefined {
  return draft.choosing ? chosenSum(draft.coins) : limits.spendable
}

/** Checks everything that the node would reject, before the call. */
export function checkSend(draft: SendDraft, limits: SendLimits): SendCheck {
  const available = availableFor(draft, limits)
  const typed = draft.recipients.map((recipient) => ({
    address: recipient.address.trim(),
    satoshis: draft.everything ? available : readAmountField(recipient.amount),
    text: recipient.amount,
  }))
  const total = typed.reduce((sum, { satoshis }) => sum + (satoshis ?? 0n), 0n)
  const recipients = typed.map(({ address, satoshis, text }, index) => ({
    address: addressProblem(
      address,
      typed.slice(0, index).map((earlier) => earlier.address),
    ),
    amount: draft.everything
      ? everythingProblem(available)
      : (amountProblem(satoshis, text) ??
        (index === typed.length - 1 ? totalProblem(total, available, draft) : undefined)),
  }))
  const rate = readRate(draft, limits)
  const problems: SendProblems = {
    recipients,
    rate: rate.problem,
    coins: draft.choosing && draft.coins.length === 0 ? t('wallet:problem.noCoin') : undefined,
    comment: commentProblem(draft.comment),
    commentTo: commentProblem(draft.commentTo),
  }
  const bad = [
    problems.rate,
    problems.coins,
    problems.comment,
    problems.commentTo,
    ...recipients.flatMap((one) => Object.values(one)),
  ]
  if (bad.some((problem) => problem !== undefined)) return { ok: false, problems }
  return {
    ok: true,
    request: {
      outputs: typed.map(({ address, satoshis }) => ({ address, satoshis: satoshis ?? 0n })),
      inputs: draft.choosing ? draft.coins.map(({ txid, vout }) => ({ txid, vout })) : undefined,
      rate: rate.rate,
      everything: draft.everything,
      comment: draft.comment.trim(),
      commentTo: draft.commentTo.trim(),
    },
  }
}

const commentProblem = (text: string): string | undefined =>
  text.length > MAX_COMMENT_LENGTH ? t('wallet:problem.tooLong', { most: MAX_COMMENT_LENGTH }) : undefined

function addressProblem(address: string, earlier: readonly string[]): string | undefined {
  if (address === '') return t('wallet:problem.address')
  if (!isAddressShaped(address)) return t('wallet:problem.notAddress')
  return earlier.includes(address) ? t('wallet:problem.twice') : undefined
}

function amountProblem(satoshis: bigint | undefined, text: string): string | undefined {
  if (text.trim() === '') return t('wallet:problem.amount')
  if (satoshis === undefined) return typedAmountProblem(text)
  return satoshis === 0n ? t('wallet:problem.zero') : undefined
}

function everythingProblem(available: bigint | undefined): string | undefined {
  if (available === undefined) return t('wallet:problem.balanceUnknown')
  return available === 0n ? t('wallet:problem.nothing') : undefined
}

function totalProblem(total: bigint, available: bigint | undefined, { choosing }: SendDraft): string | undefined {
  if (available === undefined || total <= available) return undefined
  if (choosing)
    return available === 0n ? undefined : t('wallet:problem.chosenTooLittle', { amount: amountAlone(available) })
  return t('wallet:problem.tooMuch', { amount: amountAlone(available) })
}

function readRate({ fee, rate }: SendDraft, { leastRate }: SendLimits): { rate?: bigint; problem?: string } {
  if (fee === 'normal') return {}
  if (fee === 'least')
    return leastRate === undefined ? { problem: t('wallet:problem.leastUnknown') } : { rate: leastRate }
  const satoshis = readAmountField(rate)
  if (satoshis === undefined) return { problem: t(inSatoshis() ? 'wallet:problem.rateSat' : 'wallet:problem.rate') }
  if (leastRate !== undefined && satoshis < leastRate)
    return { problem: t('wallet:problem.rateLow', { amount: amountAlone(leastRate) }) }
  return satoshis > MAX_RATE ? { problem: t('wallet:problem.rateHigh') } : { rate: satoshis }
}
