import type { Explanation } from '#shared/rpc/index.ts'

/** What `explaintransaction` answers, apart from what is written from it. */
export type TransactionFacts = Omit<Explanation, 'summary' | 'warnings'>
type Input = TransactionFacts['inputs'][number]

/** Writes satoshis as coins of the chain. */
export type CoinText = (amount: bigint) => string

/** An imported key does not count: whoever the key came from may have it too. */
export const isOwn = ({ owner }: Pick<Input, 'owner'>): boolean => owner === 'own'

/** Whether this wallet can spend it. */
export const isSpendableHere = ({ owner }: Pick<Input, 'owner'>): boolean => owner === 'own' || owner === 'imported'

export function tokenUnitsText(units: bigint): string {
  const digits = units.toString().replace(/\B(?=(\d{3})+$)/g, ',')
  return `${digits} ${units === 1n ? 'unit' : 'units'}`
}

/** Who receives something: the one receiver, or how many there are. */
export function receiverText(receivers: readonly (string | null)[]): string {
  const different = new Set(receivers)
  const [first] = receivers
  return different.size === 1 ? (first ?? 'a script without an address') : `${different.size} receivers`
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
