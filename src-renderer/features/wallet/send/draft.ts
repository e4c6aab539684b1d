import { readTypedUnits, ungroupedAmount } from '#shared/figures.ts'
import { isHashShaped } from '#shared/protocol/shapes.ts'
import { decimalMark, readDecimal } from '../../../ui/format.ts'

/** A payment as it stands in the form: texts as they were typed, in the unit of the window. */
export interface RecipientDraft {
  readonly address: string
  readonly amount: string
}

export interface ChosenCoin {
  readonly txid: string
  readonly vout: number
  /** satoshis, decimal */
  readonly amount: string
}

export type FeeChoice = 'least' | 'normal' | 'own'

export interface SendDraft {
  readonly recipients: readonly RecipientDraft[]
  /** all there is goes to the one recipient, who pays the fee from it */
  readonly everything: boolean
  readonly fee: FeeChoice
  /** for 1000 bytes, where the choice is `own` */
  readonly rate: string
  /** the person chooses the coins that are spent */
  readonly choosing: boolean
  readonly coins: readonly ChosenCoin[]
  /** what it is for, and who; kept in the wallet only */
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

/** More cannot be reviewed by a person. */
export const MOST_RECIPIENTS = 50
/** Longer texts are no part of a payment. */
const MOST_TEXT = 1000
const MOST_COINS = 1000

export const coinKey = ({ txid, vout }: Pick<ChosenCoin, 'txid' | 'vout'>): string => `${txid}:${vout}`

export const chosenSum = (coins: readonly ChosenCoin[]): bigint =>
  coins.reduce((sum, { amount }) => sum + BigInt(amount), 0n)

/** The same amounts as texts of the other unit, exactly; what is no amount is forgotten: it must not become one. */
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

/** A draft from storage, which is untrusted input like any other: what does not fit is forgotten. */
export function readSendDraft(stored: unknown): SendDraft {
  if (typeof stored !== 'object' || stored === null) return emptySendDraft
  const { recipients, everything, fee, rate, choosing, coins, comment, commentTo } = stored as Record<string, unknown>
  const read = Array.isArray(recipients) ? recipients.slice(0, MOST_RECIPIENTS).map(readRecipient) : []
  return {
    recipients: read.length === 0 ? [emptyRecipient] : read,
    everything: everything === true && read.length === 1,
    fee: fee === 'least' || fee === 'own' ? fee : 'normal',
    rate: text(rate),
    choosing: choosing === true,
    coins: Array.isArray(coins) ? coins.filter(isCoin).slice(0, MOST_COINS) : [],
    comment: text(comment),
    commentTo: text(commentTo),
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MOST_TEXT) : '')

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
