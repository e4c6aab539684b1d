import { figuresIn } from '#shared/figures.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { type Phrase, say } from '#shared/sentences/sentence.ts'

/** Result of `explaintransaction`, without the texts that are derived from it. */
export type TransactionFacts = Omit<Explanation, 'summary' | 'warnings' | 'said'>
type Input = TransactionFacts['inputs'][number]

/** Formats satoshis as coins of the chain. */
export type CoinText = (amount: bigint) => string

/**
 * Returns true for the wallet's own keys. Imported keys do not count, because the source of the key may have it too.
 */
export const isOwn = ({ owner }: Pick<Input, 'owner'>): boolean => owner === 'own'

/** Returns true if this wallet can spend it. */
export const isSpendableHere = ({ owner }: Pick<Input, 'owner'>): boolean => owner === 'own' || owner === 'imported'

export const unitsPhrase = (units: bigint): Phrase => say('phrase.units', { count: figuresIn('en').whole(units) })

/** Formats the receivers: the single receiver, or their number. */
export function receiverPhrase(receivers: readonly (string | null)[]): string | Phrase {
  const different = new Set(receivers)
  const [first] = receivers
  if (different.size !== 1) return say('phrase.receivers', { count: String(different.size) })
  return first ?? say('phrase.noAddress')
}

/**
 * Returns the common address of all the wallet's inputs, or null if they differ. Only coins that return there cannot
 * have gone to the source of an imported key, or to another party that added an input.
 */
export function findCommonAddress(inputs: readonly Input[]): string | null {
  const held = inputs.filter(isSpendableHere)
  const address = held[0]?.address ?? null
  return held.every((input) => input.address === address) ? address : null
}
