import type { Transaction } from '../../primitives/index.ts'
import { hashKey } from '../../util/index.ts'
import type { Peer } from '../peer/index.ts'

export interface Orphan {
  readonly tx: Transaction
  readonly txid: Uint8Array
  readonly peer: Peer
}

/** Transactions with unknown inputs, at most `limit`. A random orphan is evicted for a new one (p2p.md §5). */
export class Orphans {
  readonly #limit: number
  readonly #pick: (count: number) => number
  readonly #orphans = new Map<string, Orphan>()
  /** orphans by the missing parent transaction */
  readonly #byParent = new Map<string, Set<string>>()

  /** @param pick returns a random integer from 0 to its argument − 1 */
  constructor(limit: number, pick: (count: number) => number) {
    this.#limit = limit
    this.#pick = pick
  }

  get size(): number {
    return this.#orphans.size
  }

  has(txid: Uint8Array): boolean {
    return this.#orphans.has(hashKey(txid))
  }

  add(orphan: Orphan): void {
    const key = hashKey(orphan.txid)
    const orphans = this.#orphans
    if (this.#limit <= 0 || orphans.has(key)) return
    while (orphans.size >= this.#limit) this.#delete([...orphans.keys()][this.#pick(orphans.size)]!)
    orphans.set(key, orphan)
    for (const parent of new Set(orphan.tx.vin.map(({ prevout }) => hashKey(prevout.hash)))) {
      const children = this.#byParent.get(parent)
      if (children === undefined) this.#byParent.set(parent, new Set([key]))
      else children.add(key)
    }
  }

  remove(txid: Uint8Array): void {
    this.#delete(hashKey(txid))
  }

  /** Returns the orphans that spend an output of this transaction. */
  childrenOf(txid: Uint8Array): readonly Orphan[] {
    return [...(this.#byParent.get(hashKey(txid)) ?? [])].map((key) => this.#orphans.get(key)!)
  }

  /** Removes the orphans that the peer sent. */
  forget(peer: Peer): void {
    for (const [key, orphan] of [...this.#orphans]) if (orphan.peer === peer) this.#delete(key)
  }

  #delete(key: string): void {
    const orphan = this.#orphans.get(key)
    if (orphan === undefined) return
    this.#orphans.delete(key)
    for (const { prevout } of orphan.tx.vin) {
      const parent = hashKey(prevout.hash)
      const children = this.#byParent.get(parent)
      children?.delete(key)
      if (children?.size === 0) this.#byParent.delete(parent)
    }
  }
}
