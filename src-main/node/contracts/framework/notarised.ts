import type { CcView } from '../../core/index.ts'

/** Confirmations that count as certain where nothing is notarised. */
const CERTAIN = 101

/**
 * Whether a transaction is in a block that a rule may rely on: notarised and buried by one more, or old enough
 * (gateways.md §4, channels.md §3).
 */
export function isSettled(view: Pick<CcView, 'tip' | 'transaction' | 'notarisedHeight'>, txid: Uint8Array): boolean {
  const height = view.transaction(txid)?.height
  // To the reference nothing of the first block is a transaction.
  if (height === undefined || height === 0) return false
  const confirmations = view.tip().height - height + 1
  return confirmations >= (height <= view.notarisedHeight() ? 2 : CERTAIN)
}
