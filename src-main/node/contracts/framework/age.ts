import type { CcTransaction, CcView } from '../../core/index.ts'

/** How long a transaction has been in the chain. */
export interface TransactionAge {
  readonly blocks: number
  /** by the times of the blocks */
  readonly seconds: number
}

const NO_AGE: TransactionAge = { blocks: 0, seconds: 0 }

/** Age at the tip; nothing of it for what is not confirmed, or where the tip's time is before that of its block (rewards.md §2). */
export function ageOf({ height, blockTime }: CcTransaction, view: Pick<CcView, 'tip'>): TransactionAge {
  const tip = view.tip()
  if (height === undefined || blockTime === undefined || height <= 0) return NO_AGE
  if (tip.time < blockTime || tip.height <= height) return NO_AGE
  return { blocks: tip.height - height, seconds: tip.time - blockTime }
}
