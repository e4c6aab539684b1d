import type { Transaction } from '../../primitives/index.ts'
import { hashKey } from '../../util/index.ts'
import type { Peer } from '../peer/index.ts'

export interface Orphan {
  readonly tx: Transaction
  readonly txid: Uint8Array
  readonly peer: Peer
}

/** Transactions whose inputs are not known yet. At most `limit`; a random one makes room (p2p.md §5). */
export interface Orphans {
  readonly size: number
  has(txid: Uint8Array): boolean
  add(orphan: Orphan): void
  remove(txid: Uint8Array): void
  /** those that spend an output of this transaction */
  childrenOf(txid: Uint8Array): readonly Orphan[]
  /** what the peer sent goes with it */
  forget(peer: Peer): void
}

/** @param pick a whole number from 0 up to, not including, its argument */
export function createOrphans(limit: number, pick: (count: number) => number): Orphans {
  const orphans = new Map<string, Orphan>()
  /** by the transaction that is waited for */
  const byParent = new Map<string, Set<string>>()

  function remove(key: string): void {
    const orphan = orphans.get(key)
    if (orphan === undefined) return
    orphans.delete(key)
    for (const { prevout } of orphan.tx.vin) {
      const parent = hashKey(prevout.hash)
      const children = byParent.get(parent)
      children?.delete(key)
      if (children?.size === 0) byParent.delete(parent)
    }
  }

  return {
    get size() {
      return orphans.size
    },
    has: (txid) => orphans.has(hashKey(txid)),
    add(orphan) {
      const key = hashKey(orphan.txid)
      if (limit <= 0 || orphans.has(key)) return
      while (orphans.size >= limit) remove([...orphans.keys()][pick(orphans.size)]!)
      orphans.set(key, orphan)
      for (const parent of new Set(orphan.tx.vin.map(({ prevout }) => hashKey(prevout.hash)))) {
        const children = byParent.get(parent)
        if (children === undefined) byParent.set(parent, new Set([key]))
        else children.add(key)
      }
    },
    remove: (txid) => remove(hashKey(txid)),
    childrenOf: (txid) => [...(byParent.get(hashKey(txid)) ?? [])].map((key) => orphans.get(key)!),
    forget(peer) {
      for (const [key, orphan] of [...orphans]) if (orphan.peer === peer) remove(key)
    },
  }
}
