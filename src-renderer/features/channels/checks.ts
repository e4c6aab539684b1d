import { readTypedWhole } from '#shared/figures.ts'
import { isAddressShaped } from '#shared/protocol/shapes.ts'
import { typedAmountProblem } from '../../components/typedAmount.ts'
import { t } from '../../i18n/texts.ts'
import { amountAlone, readAmountField } from '../../ui/format.ts'

/** Maximum number of payments of a channel (channels.md). */
export const MAX_CHANNEL_PAYMENTS = 1000
/** Cost of opening a channel in satoshis: two markers and the fee. */
export const OPENING_COST = 30_000n

/** Returns the problem of a typed public key, or undefined if it is valid. */
export function receiverProblem(text: string, ownKey: string | undefined): string | undefined {
  const key = text.trim().toLowerCase()
  if (key === '') return t('channels:form.noReceiver')
  if (isAddressShaped(text.trim())) return t('frame:people.unseen')
  if (!/^0[23][0-9a-f]{64}$/.test(key)) return t('channels:form.noKey')
  return key === ownKey?.toLowerCase() ? t('channels:form.ownKey') : undefined
}

/** Parses a number of payments from 1 to 1000. Returns undefined if the text is not such a number. */
export function readPayments(text: string): number | undefined {
  const payments = Number(readTypedWhole(text, 4) ?? '0')
  return payments >= 1 && payments <= MAX_CHANNEL_PAYMENTS ? payments : undefined
}

/**
 * Returns the problem of the amount of one payment, or undefined if it is valid.
 * @param spendable in satoshis, or undefined while unknown
 */
export function paymentProblem(
  text: string,
  payments: number | undefined,
  spendable: bigint | undefined,
): string | undefined {
  if (text.trim() === '') return t('channels:form.noAmount')
  const payment = readAmountField(text)
  if (payment === undefined) return typedAmountProblem(text) ?? t('channels:form.noAmount')
  if (payment === 0n) return t('channels:form.noAmount')
  if (spendable === undefined || payments === undefined) return undefined
  return BigInt(payments) * payment + OPENING_COST > spendable
    ? t('channels:form.tooMuch', { amount: amountAlone(spendable) })
    : undefined
}
