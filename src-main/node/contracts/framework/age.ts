import type { CcTransaction, CcView } from '../../core/index.ts'

/** Time since a transaction was confirmed. */
export interface TransactionAge {
  readonly blocks: number
  /** difference of block times */
  readonly seconds: number
}

const NO_AGE: TransactionAge = { blocks: 0, seconds: 0 }

/**
 * Computes the age at the tip. Zero if unconfirmed, or if the tip's time is before that of the block (rewards.md §2).
 */
export function computeAge({ height, blockTime }: CcTransaction, view: Pick<CcView, 'tip'>): TransactionAge {
  const tip = view.tip()
  if (height === undefined || blockTime === undefined || height <= 0) return NO_AGE
  if (tip.time < blockTime || tip.height <= height) return NO_AGE
  return { blocks: tip.height - height, seconds: tip.time - blockTime }
}
