/** Where the coins of an output go, as the wallet sees it. `locked` coins go to a contract and can come back. */
export type OutputPurpose = 'change' | 'kept' | 'locked' | 'leaves'

export interface CountedInput {
  /** Satoshis, or null if unknown. */
  readonly value: bigint | null
  readonly own: boolean
}

export interface CountedOutput {
  /** satoshis */
  readonly value: bigint
  readonly purpose: OutputPurpose
}

/** All in satoshis. */
export interface TransactionTotals extends Readonly<Record<OutputPurpose, bigint>> {
  /** Sum of the inputs, or null if one is unknown or in a coinbase. */
  readonly spent: bigint | null
  /** inputs of the wallet */
  readonly spentOwn: bigint
  /** Null if an input is unknown or the transaction has shielded parts. */
  readonly fee: bigint | null
  /** Decrease of the wallet's balance, not counting what is locked. Negative if the balance rises. */
  readonly total: bigint
}

/**
 * Adds up a transaction: what leaves the wallet, what is locked and can come back, what it keeps, and the fee. Where the fee
 * is known, the inputs are exactly change, kept, locked, leaves and fee together.
 * @param inputs null for a coinbase, which has none
 * @param isTransparent false if shielded parts hold coins that the outputs do not show
 */
export function computeTotals(
  inputs: readonly CountedInput[] | null,
  outputs: readonly CountedOutput[],
  isTransparent: boolean,
): TransactionTotals {
  const sums = { change: 0n, kept: 0n, locked: 0n, leaves: 0n }
  for (const { value, purpose } of outputs) sums[purpose] += value
  let spent: bigint | null = inputs === null ? null : 0n
  let spentOwn = 0n
  for (const { value, own } of inputs ?? []) {
    spent = spent === null || value === null ? null : spent + value
    if (own) spentOwn += value ?? 0n
  }
  const paid = sums.change + sums.kept + sums.locked + sums.leaves
  const fee = spent === null || !isTransparent ? null : spent - paid
  return { ...sums, spent, spentOwn, fee, total: spentOwn - sums.change - sums.kept - sums.locked }
}
