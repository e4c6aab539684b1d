import type { Transaction } from './types.ts'

/** Fields of a transaction without shielded parts. */
export const NO_SHIELDED_PARTS: Pick<
  Transaction,
  'valueBalance' | 'shieldedSpends' | 'shieldedOutputs' | 'joinSplits' | 'joinSplitAuth' | 'bindingSig'
> = {
  valueBalance: 0n,
  shieldedSpends: [],
  shieldedOutputs: [],
  joinSplits: [],
  joinSplitAuth: new Uint8Array(0),
  bindingSig: new Uint8Array(0),
}
