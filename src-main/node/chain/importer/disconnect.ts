import type { ConnectedBlock } from '../../core/index.ts'
import { connectedTxs } from '../connectedTxs.ts'
import type { ChainContext } from '../context.ts'
import { disconnectShielded } from '../shieldedParts.ts'
import { loadBlock } from '../storedBlock.ts'

/**
 * Disconnects the tip (disconnect block) within the open batch: reverts with the undo data, in reverse order,
 * everything that connecting it did.
 */
export function disconnectTip(context: ChainContext): void {
  const { tree, storage, observers, notifications, transactions } = context
  const entry = tree.tip
  if (entry.prev === null) throw new Error('genesis cannot be disconnected')
  const block = loadBlock(context, entry)
  const event: ConnectedBlock = { entry, block, txs: connectedTxs(storage, block) }
  for (const observer of [...observers].reverse()) observer.disconnect(event)
  storage.ledger.removeBlock(event.txs)
  disconnectShielded(context, block, entry.height)
  if (context.params.staked !== 0) storage.segids.remove(entry.height)
  if (context.params.notaryPay !== null) storage.notaryPay.remove(entry.height)
  tree.setActiveTip(entry.prev)
  notifications.disconnected(event)
  transactions.forget()
}
