import type { MempoolEntry } from '../core/index.ts'
import type { OutPoint, Transaction } from '../primitives/types.ts'
import { extractEffects, type ShieldedPool } from '../shielded/index.ts'
import { hashKey, outpointKey } from '../util/index.ts'
import type { MempoolStats } from './types.ts'

export interface PoolEntry extends MempoolEntry {
  readonly sigops: number
  /** consensus branch id that the signatures commit to */
  readonly branchId: number
  /** coin age priority at admission */
  readonly startingPriority: number
  /** growth of the priority per block: value of the inputs over the modified size */
  readonly priorityPerBlock: number
  readonly parents: Set<PoolEntry>
  readonly children: Set<PoolEntry>
}

export interface SpentBy {
  readonly entry: PoolEntry
  readonly inputIndex: number
}

/**
 * Returns the estimated memory of an entry in bytes: its serialised size, 1,000 for the parsed transaction, 500 per
 * input with its coin and 250 per output.
 */
export function estimateUsage({ size, tx }: MempoolEntry): number {
  return 1_000 + size + 500 * tx.vin.length + 250 * tx.vout.length
}

/** Returns all nullifiers of a transaction, each with its shielded pool. */
export function collectNullifiers(tx: Transaction): readonly (readonly [ShieldedPool, Uint8Array])[] {
  if (tx.shieldedSpends.length + tx.joinSplits.length === 0) return []
  const { spends, joinSplits } = extractEffects(tx)
  const sprout = joinSplits.flatMap((joinSplit) => joinSplit.nullifiers)
  return [
    ...sprout.map((nullifier) => ['sprout', nullifier] as const),
    ...spends.map(({ nullifier }) => ['sapling', nullifier] as const),
  ]
}

/** Graph of the pool's transactions: their spends and dependencies. Applies no rules. */
export class Pool {
  readonly #byId = new Map<string, PoolEntry>()
  readonly #spenders = new Map<string, SpentBy>()
  readonly #nullifiers = { sprout: new Map<string, PoolEntry>(), sapling: new Map<string, PoolEntry>() }
  #bytes = 0
  #usage = 0

  get(txid: Uint8Array): PoolEntry | undefined {
    return this.#byId.get(hashKey(txid))
  }

  spender(outpoint: OutPoint): SpentBy | undefined {
    return this.#spenders.get(outpointKey(outpoint))
  }

  /** Returns the entry that spends the shielded coin of this nullifier. */
  nullifierSpender(pool: ShieldedPool, nullifier: Uint8Array): PoolEntry | undefined {
    return this.#nullifiers[pool].get(hashKey(nullifier))
  }

  /** Lists the entries in order of admission. */
  entries(): IterableIterator<PoolEntry> {
    return this.#byId.values()
  }

  stats(): MempoolStats {
    return { size: this.#byId.size, bytes: this.#bytes, usage: this.#usage }
  }

  add(entry: PoolEntry): void {
    this.#byId.set(hashKey(entry.txid), entry)
    entry.tx.vin.forEach(({ prevout }, inputIndex) => {
      this.#spenders.set(outpointKey(prevout), { entry, inputIndex })
      const parent = this.get(prevout.hash)
      if (parent === undefined) return
      entry.parents.add(parent)
      parent.children.add(entry)
    })
    // A restored transaction of a disconnected block can have its spenders in the pool already.
    for (let index = 0; index < entry.tx.vout.length; index++) {
      const child = this.spender({ hash: entry.txid, index })?.entry
      if (child === undefined) continue
      entry.children.add(child)
      child.parents.add(entry)
    }
    for (const [pool, nullifier] of collectNullifiers(entry.tx)) this.#nullifiers[pool].set(hashKey(nullifier), entry)
    this.#bytes += entry.size
    this.#usage += estimateUsage(entry)
  }

  /** Removes one entry; its children stay and lose this parent. */
  remove(entry: PoolEntry): void {
    if (!this.#byId.delete(hashKey(entry.txid))) return
    for (const { prevout } of entry.tx.vin) this.#spenders.delete(outpointKey(prevout))
    for (const [pool, nullifier] of collectNullifiers(entry.tx)) this.#nullifiers[pool].delete(hashKey(nullifier))
    for (const parent of entry.parents) parent.children.delete(entry)
    for (const child of entry.children) child.parents.delete(entry)
    this.#bytes -= entry.size
    this.#usage -= estimateUsage(entry)
  }
}

/** Returns the entry and all its descendants, parents before children. */
export function withDescendants(entry: PoolEntry): PoolEntry[] {
  const family = new Set([entry])
  // Iterating over a Set also visits entries added during the iteration.
  for (const each of family) for (const child of each.children) family.add(child)
  return sortParentsFirst(family)
}

/** Sorts parents before children, and otherwise by order of admission. */
export function sortParentsFirst(entries: Iterable<PoolEntry>): PoolEntry[] {
  const members = [...entries].sort((a, b) => a.sequence - b.sequence)
  const inside = new Set(members)
  const placed = new Set<PoolEntry>()
  for (const member of members) {
    const path = [member]
    while (path.length > 0) {
      const entry = path.at(-1)!
      const waiting = placed.has(entry) ? [] : [...entry.parents].filter((p) => inside.has(p) && !placed.has(p))
      if (waiting.length > 0) path.push(...waiting)
      else placed.add(path.pop()!)
    }
  }
  return [...placed]
}
