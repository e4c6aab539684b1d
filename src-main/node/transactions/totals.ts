/** Purpose of an output, as the wallet sees it. `locked` coins go to a contract and can come back. */
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

/** All amounts in satoshis. */
export interface TransactionTotals extends Readonly<Record<OutputPurpose, bigint>> {
  /** Sum of the inputs, or null if one is unknown or if this is a coinbase. */
  readonly spent: bigint | null
  /** sum of the wallet's inputs */
  readonly spentOwn: bigint
  /** Null if an input is unknown or the transaction has shielded parts. */
  readonly fee: bigint | null
  /** Decrease of the wallet's balance, excluding locked coins. Negative if the balance rises. */
  readonly total: bigint
}

/**
 * Adds up a transaction: coins that leave the wallet, locked coins that can come back, coins it keeps, and the fee. If
 * the fee is known, the inputs equal the sum of change, kept, locked, leaves and fee.
 * @param inputs null for a coinbase, which has no inputs
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
