/** Recipients of a payment: whether a title can name them, and when a user has to see all of them. */
import type { Explanation } from '#shared/rpc/index.ts'
import { ownerName } from './knownOwners.ts'
import { isSilent, type PaymentWords } from './paymentFacts.ts'

type Output = Explanation['outputs'][number]

/** Actions that only pay: all others say by themselves where coins and units go. */
const isPlainPayment = ({ action }: Explanation) => action === null || action === 'token-transfer'

const isPaid = (output: Output) => !output.change && output.owner !== 'own' && !isSilent(output)

/** Returns the address, else the key, else the kind of output. */
export const payeeText = (
  { address, pubkey, type }: Pick<Output, 'address' | 'pubkey'> & { type: Output['type'] | null },
  { t }: PaymentWords,
) => address ?? pubkey ?? t(`to.${type ?? 'unknown'}`)

const listPayees = (facts: Explanation, words: PaymentWords): readonly string[] => [
  ...new Set(facts.outputs.filter(isPaid).map((output) => payeeText(output, words))),
]

/**
 * Returns the one recipient of a payment: the sandbox's other user by name, else the whole address or key; undefined if
 * there are several, or if the transaction is more than a payment.
 */
export function soleRecipient(facts: Explanation, words: PaymentWords): string | undefined {
  const { t, known } = words
  if (!isPlainPayment(facts)) return undefined
  const [payee, ...others] = facts.outputs.filter(isPaid)
  if (payee === undefined || (payee.address ?? payee.pubkey) === undefined) return undefined
  const text = payeeText(payee, words)
  if (others.some((other) => payeeText(other, words) !== text)) return undefined
  const isOther = payee.owner === 'foreign' && known?.otherWallet.has(text) === true
  return (isOther ? ownerName('otherWallet', text, known, t) : undefined) ?? text
}

/** Whether the title does not name each recipient of a payment, so that the list of them is shown at once. */
export const hasUnnamedPayees = (facts: Explanation, words: PaymentWords): boolean =>
  isPlainPayment(facts) && listPayees(facts, words).length > 0 && soleRecipient(facts, words) === undefined

/** Notes on recipients that the wallet does not know, by its own history: labels and contacts are the page's. */
export interface PayeeNotes {
  /** the wallet has never paid this address */
  readonly first: readonly string[]
  /** it could be mistaken for an address of the wallet, or for one that was paid before */
  readonly mistakable: readonly string[]
}

export function notePayees(facts: Explanation, words: PaymentWords): PayeeNotes {
  const { t, known } = words
  const isKnown = (output: Output) => known?.otherWallet.has(payeeText(output, words)) === true
  const payees = isPlainPayment(facts) ? facts.outputs.filter((output) => isPaid(output) && !isKnown(output)) : []
  const first = new Set(payees.filter(({ paidbefore }) => paidbefore === false).map(({ address }) => address))
  const pairs = new Map(payees.flatMap(({ address, resembles }) => (resembles ? [[address, resembles]] : [])))
  return {
    first: first.size === 0 ? [] : [t('warn.firstPayment', { count: first.size })],
    mistakable: [...pairs].map(([address, other]) => t('warn.resembles', { address: address ?? '', other })),
  }
}
