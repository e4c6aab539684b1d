import type { Mempool } from '../../mempool/index.ts'
import { type Transaction, transactionSize } from '../../primitives/index.ts'
import type { Peer, Work } from '../peer/index.ts'
import { INV, type InvItem, LIMITS } from '../wire/index.ts'
import type { Announcer } from './announcer.ts'
import { ITEMS_PER_TURN, MATCHED_BYTES, MIN_MATCHED_BYTES } from './limits.ts'

/**
 * Returns the cost of matching a transaction against a filter, measured in bytes, because a transaction may have a
 * thousand outputs.
 */
export const computeMatchCost = (tx: Transaction) => Math.max(MIN_MATCHED_BYTES, transactionSize(tx))

/** Answers `mempool` in pieces: with a filter each transaction costs far more than the request. */
export function announceMempool(
  peer: Peer,
  mempool: Pick<Mempool, 'entries'>,
  announcer: (peer: Peer) => Announcer | undefined,
): Work {
  const entries = [...mempool.entries()]
  let items: InvItem[] = []
  let at = 0
  return () => {
    const own = announcer(peer)
    const filter = own?.filter
    let size = 0
    for (const end = Math.min(entries.length, at + ITEMS_PER_TURN); at < end && size < MATCHED_BYTES; at++) {
      const { tx, txid } = entries[at]!
      if (filter !== undefined) size += computeMatchCost(tx)
      if (filter === undefined || own?.wants(tx)) items.push({ type: INV.tx, hash: txid })
    }
    const over = at >= entries.length
    if (items.length >= LIMITS.inv || (over && items.length > 0)) {
      peer.send({ type: 'inv', items })
      items = []
    }
    return over
  }
}
