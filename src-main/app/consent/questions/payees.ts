/**
 * Formats the recipients of a payment in a prompt: decides whether a title can name them, and whether the user must see
 * all recipients.
 */
import type { Explanation } from '#shared/rpc/index.ts'
import { findPayees, findSolePayee, notePayees } from '#shared/rpc/payees.ts'
import type { Sentence } from '#shared/sentences/sentence.ts'
import { saidText } from '../../texts/index.ts'
import { ownerName } from './knownOwners.ts'
import type { PaymentWords } from './paymentFacts.ts'

type Output = Explanation['outputs'][number]

/** Returns the address, or else the key, or else the kind of output. */
export const payeeText = (
  { address, pubkey, type }: Pick<Output, 'address' | 'pubkey'> & { type: Output['type'] | null },
  { t }: PaymentWords,
) => address ?? pubkey ?? t(`to.${type ?? 'unknown'}`)

/**
 * Returns the only recipient of a payment: the sandbox's other user by name, otherwise the full address or key. Returns
 * undefined if there are several, or if the transaction does more than pay.
 */
export function soleRecipient(facts: Explanation, words: PaymentWords): string | undefined {
  const { t, known } = words
  const payee = findSolePayee(facts)
  if (payee === undefined) return undefined
  const text = payeeText(payee, words)
  const isOther = payee.owner === 'foreign' && known?.otherWallet.has(text) === true
  return (isOther ? ownerName('otherWallet', text, known, t) : undefined) ?? text
}

/** Returns true if the title does not name every recipient of a payment, so that the list must be unfolded. */
export const hasUnnamedPayees = (facts: Explanation): boolean =>
  findPayees(facts).length > 0 && findSolePayee(facts) === undefined

/** Formats the notes about unknown recipients. */
export function payeeNotes(facts: Explanation, words: PaymentWords) {
  const { known, language } = words
  const { first, mistakable } = notePayees(facts, (output) => known?.otherWallet.has(payeeText(output, words)) === true)
  const write = (notes: readonly Sentence[]) => notes.map((note) => saidText(language, [note], ''))
  return { first: write(first), mistakable: write(mistakable) }
}
