import type { Transaction } from '../../primitives/index.ts'
import { hashKey, LruMap } from '../../util/index.ts'
import type { Peer } from '../peer/index.ts'
import { type BloomFilter, INV, type InvItem } from '../wire/index.ts'
import { INV_FLUSH, KNOWN_ITEMS, MAX_QUEUED, MAX_QUEUED_BLOCKS } from './limits.ts'

/** Bloom filter that a peer loaded (BIP37). */
export type PeerFilter = Pick<BloomFilter, 'matches' | 'insert'>

/** Queue of announcements to one peer, with its filter. */
export class Announcer {
  readonly #peer: Peer
  readonly #early: (txid: Uint8Array) => boolean
  readonly #known = new LruMap<string, true>(KNOWN_ITEMS)
  readonly #blocks = new Map<string, Uint8Array>()
  readonly #transactions = new Map<string, Uint8Array>()
  #filter: PeerFilter | undefined
  #relays: boolean

  /**
   * @param early returns true if a transaction is announced at once; equal for all peers and unpredictable, so that an
   *   observer of many nodes cannot infer the origin of a transaction from its timing
   */
  constructor(peer: Peer, early: (txid: Uint8Array) => boolean) {
    this.#peer = peer
    this.#early = early
    this.#relays = peer.version?.relay !== false
  }

  get queued(): number {
    return this.#blocks.size + this.#transactions.size
  }

  get filter(): PeerFilter | undefined {
    return this.#filter
  }

  /** true if the peer wants transactions announced */
  get relays(): boolean {
    return this.#relays
  }

  /** Sets or clears the filter; either enables transaction announcements. */
  setFilter(filter: PeerFilter | undefined): void {
    this.#filter = filter
    this.#relays = true
  }

  /** Records that the peer has a block or transaction, because it announced it or received it from us. */
  knows(hash: Uint8Array): void {
    this.#known.set(hashKey(hash), true)
  }

  isKnown(hash: Uint8Array): boolean {
    return this.#known.has(hashKey(hash))
  }

  /** Queues the announcement of a block. */
  block(hash: Uint8Array): void {
    const key = hashKey(hash)
    if (this.#known.has(key)) return
    this.#blocks.set(key, hash)
    if (this.#blocks.size > MAX_QUEUED_BLOCKS) forgetOldest(this.#blocks)
  }

  /** Queues the announcement of a transaction. */
  transaction(txid: Uint8Array, tx: Transaction): void {
    const key = hashKey(txid)
    if (this.#known.has(key) || this.#transactions.has(key) || !this.wants(tx)) return
    this.#transactions.set(key, txid)
    if (this.#transactions.size > MAX_QUEUED) forgetOldest(this.#transactions)
  }

  /** Returns true if the peer wants this transaction. May extend its filter. */
  wants(tx: Transaction): boolean {
    return this.#relays && (this.#filter === undefined || this.#filter.matches(tx))
  }

  /** Sends due announcements: blocks and a quarter of the transactions at once, the others when `turn` is true. */
  flush(turn: boolean): void {
    if (this.queued === 0 || this.#peer.congested || this.#peer.closed) return
    let items: InvItem[] = []
    for (const [key, hash] of this.#blocks) if (!this.#known.has(key)) items.push({ type: INV.block, hash })
    this.#blocks.clear()
    for (const [key, hash] of this.#transactions) {
      if (!turn && !this.#early(hash)) continue
      this.#transactions.delete(key)
      if (this.#known.has(key)) continue
      items.push({ type: INV.tx, hash })
      if (items.length < INV_FLUSH) continue
      this.#send(items)
      items = []
    }
    this.#send(items)
  }

  #send(items: InvItem[]): void {
    for (const { hash } of items) this.knows(hash)
    if (items.length > 0) this.#peer.send({ type: 'inv', items })
  }
}

function forgetOldest(queue: Map<string, Uint8Array>): void {
  for (const oldest of queue.keys()) {
    queue.delete(oldest)
    return
  }
}
