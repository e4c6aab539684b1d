import type { CcView } from '../../core/index.ts'

/** Confirmations that a transaction needs if it is not notarised. */
const CERTAIN = 101

/**
 * Returns true if a rule may rely on the transaction's block: it is notarised and has 2 confirmations, or is old enough
 * (gateways.md §4, channels.md §3).
 */
export function isSettled(view: Pick<CcView, 'tip' | 'transaction' | 'notarisedHeight'>, txid: Uint8Array): boolean {
  const height = view.transaction(txid)?.height
  // The reference does not find transactions of the genesis block.
  if (height === undefined || height === 0) return false
  const confirmations = view.tip().height - height + 1
  return confirmations >= (height <= view.notarisedHeight() ? 2 : CERTAIN)
}
