/** Recipients of a payment in a question: whether a title can name them, and when a user has to see all of them. */
import type { Explanation } from '#shared/rpc/index.ts'
import { findPayees, findSolePayee, notePayees } from '#shared/rpc/payees.ts'
import type { Sentence } from '#shared/sentences/sentence.ts'
import { saidText } from '../../texts/index.ts'
import { ownerName } from './knownOwners.ts'
import type { PaymentWords } from './paymentFacts.ts'

type Output = Explanation['outputs'][number]

/** Returns the address, else the key, else the kind of output. */
export const payeeText = (
  { address, pubkey, type }: Pick<Output, 'address' | 'pubkey'> & { type: Output['type'] | null },
  { t }: PaymentWords,
) => address ?? pubkey ?? t(`to.${type ?? 'unknown'}`)

/**
 * Returns the one recipient of a payment: the sandbox's other user by name, else the whole address or key; undefined if
 * there are several, or if the transaction is more than a payment.
 */
export function soleRecipient(facts: Explanation, words: PaymentWords): string | undefined {
  const { t, known } = words
  const payee = findSolePayee(facts)
  if (payee === undefined) return undefined
  const text = payeeText(payee, words)
  const isOther = payee.owner === 'foreign' && known?.otherWallet.has(text) === true
  return (isOther ? ownerName('otherWallet', text, known, t) : undefined) ?? text
}

/** Whether the title does not name each recipient of a payment, so that the list of them is shown at once. */
export const hasUnnamedPayees = (facts: Explanation): boolean =>
  findPayees(facts).length > 0 && findSolePayee(facts) === undefined

/** Writes the notes on unknown recipients. */
export function payeeNotes(facts: Explanation, words: PaymentWords) {
  const { known, language } = words
  const { first, mistakable } = notePayees(facts, (output) => known?.otherWallet.has(payeeText(output, words)) === true)
  const write = (notes: readonly Sentence[]) => notes.map((note) => saidText(language, [note], ''))
  return { first: write(first), mistakable: write(mistakable) }
}
