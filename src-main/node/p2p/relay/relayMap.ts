import { serializeTransaction, type Transaction } from '../../primitives/index.ts'
import { hashKey } from '../../util/index.ts'
import { MAX_RELAY_BYTES, RELAY_SECONDS } from './limits.ts'

interface RelayedTx {
  readonly bytes: Uint8Array
  /** expiry in unix seconds */
  readonly until: number
}

/** Recently announced transactions, which are sent on request even after a block confirmed them (p2p.md §3). */
export class RelayMap {
  readonly #now: () => number
  readonly #kept = new Map<string, RelayedTx>()
  #total = 0

  /** @param now current time in unix seconds */
  constructor(now: () => number) {
    this.#now = now
  }

  add(txid: Uint8Array, tx: Transaction): void {
    const key = hashKey(txid)
    if (this.#kept.has(key)) return
    // Copy, because the transaction may be a view of a complete block.
    const bytes = serializeTransaction(tx).slice()
    this.#kept.set(key, { bytes, until: this.#now() + RELAY_SECONDS })
    this.#total += bytes.length
    this.drop()
  }

  get(txid: Uint8Array): Uint8Array | undefined {
    return this.#kept.get(hashKey(txid))?.bytes
  }

  /**
   * Removes expired entries and those above the size limit. Entries are oldest first, so the loop ends at the first
   * that stays.
   */
  drop(): void {
    const time = this.#now()
    for (const [key, { bytes, until }] of this.#kept) {
      if (until >= time && this.#total <= MAX_RELAY_BYTES) return
      this.#kept.delete(key)
      this.#total -= bytes.length
    }
  }
}
