import { readTypedUnits, ungroupedAmount } from '#shared/figures.ts'
import { isHashShaped } from '#shared/protocol/shapes.ts'
import { decimalMark, readDecimal } from '../../../ui/format.ts'

/** A recipient as typed in the form, in the unit of the window. */
export interface RecipientDraft {
  readonly address: string
  readonly amount: string
}

export interface ChosenCoin {
  readonly txid: string
  readonly vout: number
  /** in satoshis, decimal */
  readonly amount: string
}

export type FeeChoice = 'least' | 'normal' | 'own'

export interface SendDraft {
  readonly recipients: readonly RecipientDraft[]
  /** sends everything to the only recipient, who pays the fee from the amount */
  readonly everything: boolean
  readonly fee: FeeChoice
  /** per 1000 bytes, if `fee` is `own` */
  readonly rate: string
  /** True if the user selects the coins to spend. */
  readonly choosing: boolean
  readonly coins: readonly ChosenCoin[]
  /** purpose and payee of the payment, stored only in the wallet */
  readonly comment: string
  readonly commentTo: string
}

export const emptyRecipient: RecipientDraft = { address: '', amount: '' }

export const emptySendDraft: SendDraft = {
  recipients: [emptyRecipient],
  everything: false,
  fee: 'normal',
  rate: '',
  choosing: false,
  coins: [],
  comment: '',
  commentTo: '',
}

/** Maximum number of recipients: a user cannot review more. */
export const MAX_RECIPIENTS = 50
/** Maximum length of a stored text: payments have no longer texts. */
const MAX_TEXT_LENGTH = 1000
const MAX_COINS = 1000

export const coinKey = ({ txid, vout }: Pick<ChosenCoin, 'txid' | 'vout'>): string => `${txid}:${vout}`

export const chosenSum = (coins: readonly ChosenCoin[]): bigint =>
  coins.reduce((sum, { amount }) => sum + BigInt(amount), 0n)

/**
 * Converts the amounts exactly to texts of the other unit. A text that is not an amount is cleared, because it could be
 * a valid amount in the other unit.
 */
export function draftInUnit(draft: SendDraft, satoshis: boolean): SendDraft {
  const rewritten = (typed: string) => {
    const amount = satoshis ? readDecimal(typed) : readTypedUnits(typed)
    return amount === undefined ? '' : satoshis ? String(amount) : ungroupedAmount(amount, decimalMark())
  }
  return {
    ...draft,
    recipients: draft.recipients.map(({ address, amount }) => ({ address, amount: rewritten(amount) })),
    rate: rewritten(draft.rate),
  }
}

/** Parses a draft from storage, which is untrusted input. Members of the wrong type get their defaults. */
export function readSendDraft(stored: unknown): SendDraft {
  if (typeof stored !== 'object' || stored === null) return emptySendDraft
  const { recipients, everything, fee, rate, choosing, coins, comment, commentTo } = stored as Record<string, unknown>
  const read = Array.isArray(recipients) ? recipients.slice(0, MAX_RECIPIENTS).map(readRecipient) : []
  return {
    recipients: read.length === 0 ? [emptyRecipient] : read,
    everything: everything === true && read.length === 1,
    fee: fee === 'least' || fee === 'own' ? fee : 'normal',
    rate: text(rate),
    choosing: choosing === true,
    coins: Array.isArray(coins) ? coins.filter(isCoin).slice(0, MAX_COINS) : [],
    comment: text(comment),
    commentTo: text(commentTo),
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH) : '')

function readRecipient(stored: unknown): RecipientDraft {
  if (typeof stored !== 'object' || stored === null) return emptyRecipient
  const { address, amount } = stored as Record<string, unknown>
  return { address: text(address), amount: text(amount) }
}

function isCoin(value: unknown): value is ChosenCoin {
  if (typeof value !== 'object' || value === null) return false
  const { txid, vout, amount } = value as Record<string, unknown>
  return (
    typeof txid === 'string' &&
    isHashShaped(txid) &&
    Number.isInteger(vout) &&
    Number(vout) >= 0 &&
    typeof amount === 'string' &&
    /^\d{1,18}$/.test(amount)
  )
}
