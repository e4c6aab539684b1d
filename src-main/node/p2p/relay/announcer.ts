import type { Transaction } from '../../primitives/index.ts'
import { hashKey, LruMap } from '../../util/index.ts'
import type { Peer } from '../peer/index.ts'
import { type BloomFilter, INV, type InvItem } from '../wire/index.ts'
import { INV_FLUSH, KNOWN_ITEMS, MAX_QUEUED, MAX_QUEUED_BLOCKS } from './limits.ts'

/** A filter that a peer loaded (BIP37). */
export type PeerFilter = Pick<BloomFilter, 'matches' | 'insert'>

/** What is announced to one peer, and what it wants to hear. */
export interface Announcer {
  /** the peer has it: it announced it, or got it from us */
  knows(hash: Uint8Array): void
  isKnown(hash: Uint8Array): boolean
  block(hash: Uint8Array): void
  transaction(txid: Uint8Array, tx: Transaction): void
  /** whether the peer wants this transaction; may grow its filter */
  wants(tx: Transaction): boolean
  filter: PeerFilter | undefined
  /** wants to hear of transactions at all */
  readonly relays: boolean
  /** Sends what is due: blocks and a quarter of the transactions at once, the others when it is the peer's turn. */
  flush(turn: boolean): void
  readonly queued: number
}

/**
 * @param early whether a transaction goes out at once; the same for all peers, and unknown to them: an observer of many
 * nodes cannot tell from the time where a transaction began
 */
export function createAnnouncer(peer: Peer, early: (txid: Uint8Array) => boolean): Announcer {
  const known = new LruMap<string, true>(KNOWN_ITEMS)
  const blocks = new Map<string, Uint8Array>()
  const transactions = new Map<string, Uint8Array>()
  let filter: PeerFilter | undefined
  let relay = peer.version?.relay !== false

  const wants = (tx: Transaction) => relay && (filter === undefined || filter.matches(tx))

  function send(items: InvItem[]): void {
    for (const { hash } of items) known.set(hashKey(hash), true)
    if (items.length > 0) peer.send({ type: 'inv', items })
  }

  return {
    knows: (hash) => void known.set(hashKey(hash), true),
    isKnown: (hash) => known.has(hashKey(hash)),
    block(hash) {
      const key = hashKey(hash)
      if (known.has(key)) return
      blocks.set(key, hash)
      if (blocks.size > MAX_QUEUED_BLOCKS) forgetOldest(blocks)
    },
    transaction(txid, tx) {
      const key = hashKey(txid)
      if (known.has(key) || transactions.has(key) || !wants(tx)) return
      transactions.set(key, txid)
      if (transactions.size > MAX_QUEUED) forgetOldest(transactions)
    },
    wants,
    get filter() {
      return filter
    },
    set filter(given) {
      filter = given
      relay = true
    },
    get relays() {
      return relay
    },
    flush(turn) {
      if (blocks.size + transactions.size === 0 || peer.congested || peer.closed) return
      let items: InvItem[] = []
      for (const [key, hash] of blocks) if (!known.has(key)) items.push({ type: INV.block, hash })
      blocks.clear()
      for (const [key, hash] of transactions) {
        if (!turn && !early(hash)) continue
        transactions.delete(key)
        if (known.has(key)) continue
        items.push({ type: INV.tx, hash })
        if (items.length < INV_FLUSH) continue
        send(items)
        items = []
      }
      send(items)
    },
    get queued() {
      return blocks.size + transactions.size
    },
  }
}

function forgetOldest(queue: Map<string, Uint8Array>): void {
  for (const oldest of queue.keys()) {
    queue.delete(oldest)
    return
  }
}
