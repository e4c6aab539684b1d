import { figuresIn } from '#shared/figures.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { type Phrase, say } from '#shared/sentences/sentence.ts'

/** What `explaintransaction` answers, apart from what is written from it. */
export type TransactionFacts = Omit<Explanation, 'summary' | 'warnings' | 'said'>
type Input = TransactionFacts['inputs'][number]

/** Writes satoshis as coins of the chain. */
export type CoinText = (amount: bigint) => string

/** An imported key does not count: whoever the key came from may have it too. */
export const isOwn = ({ owner }: Pick<Input, 'owner'>): boolean => owner === 'own'

/** Whether this wallet can spend it. */
export const isSpendableHere = ({ owner }: Pick<Input, 'owner'>): boolean => owner === 'own' || owner === 'imported'

export const unitsPhrase = (units: bigint): Phrase => say('phrase.units', { count: figuresIn('en').whole(units) })

/** Who receives something: the one receiver, or how many there are. */
export function receiverPhrase(receivers: readonly (string | null)[]): string | Phrase {
  const different = new Set(receivers)
  const [first] = receivers
  if (different.size !== 1) return say('phrase.receivers', { count: String(different.size) })
  return first ?? say('phrase.noAddress')
}

/**
 * The address that all of the wallet's inputs are at, if it is one. Only what returns there cannot have gone to the person
 * whose key was imported, or to somebody who added an input of his own.
 */
export function homeOf(inputs: readonly Input[]): string | null {
  const held = inputs.filter(isSpendableHere)
  const address = held[0]?.address ?? null
  return held.every((input) => input.address === address) ? address : null
}
