import type { MempoolNotifications } from './notifications.ts'
import { type Pool, type PoolEntry, withDescendants } from './pool.ts'
import type { Priorities } from './priorities.ts'
import type { MempoolPolicy, RemovalReason } from './types.ts'
import type { UnconfirmedAddresses } from './unconfirmedAddresses.ts'

export interface EvictionDeps {
  readonly pool: Pool
  readonly addresses: UnconfirmedAddresses
  readonly notifications: MempoolNotifications
  readonly priorities: Priorities
  /** current time in unix seconds */
  readonly now: () => number
}

/** A full pool is trimmed to this share of its limit, so that not every admission has to search for the worst entry. */
const TRIMMED_PART = 0.95

/** Adds and removes entries in all structures of the pool, and limits their number and age. */
export class Eviction {
  readonly #policy: Pick<MempoolPolicy, 'maxUsage' | 'expirySeconds'>
  readonly #deps: EvictionDeps

  constructor(policy: Pick<MempoolPolicy, 'maxUsage' | 'expirySeconds'>, deps: EvictionDeps) {
    this.#policy = policy
    this.#deps = deps
  }

  insert(entry: PoolEntry): void {
    const { pool, addresses, notifications } = this.#deps
    pool.add(entry)
    addresses.add(entry)
    notifications.added(entry)
  }

  /** Removes one entry and keeps its children. */
  drop(entry: PoolEntry, reason: RemovalReason): void {
    const { pool, addresses, notifications } = this.#deps
    pool.remove(entry)
    addresses.remove(entry)
    notifications.removed(entry, reason)
  }

  dropFamily(entry: PoolEntry, reason: RemovalReason): void {
    // Children first, while their parents are still known.
    for (const each of withDescendants(entry).reverse()) this.drop(each, reason)
  }

  dropOld(): void {
    const oldest = this.#deps.now() - this.#policy.expirySeconds
    // Entries are in order of admission, so the first one young enough ends the search. A Map allows removal during
    // iteration.
    for (const entry of this.#deps.pool.entries()) {
      if (entry.time >= oldest) break
      this.dropFamily(entry, 'expired')
    }
  }

  /**
   * Removes the entries with the lowest fee rate until the pool is within its limit.
   * @returns the number of removed entries
   */
  trim(): number {
    const { pool, priorities } = this.#deps
    const { maxUsage } = this.#policy
    const before = pool.stats()
    if (before.usage <= maxUsage) return 0
    const modifiedFee = ({ fee, txid }: PoolEntry): bigint => fee + priorities.get(txid).fee
    for (const entry of worstFirst(pool.entries(), modifiedFee)) {
      if (pool.stats().usage <= maxUsage * TRIMMED_PART) break
      if (pool.get(entry.txid) === entry) this.dropFamily(entry, 'size')
    }
    return before.size - pool.stats().size
  }
}

/** Returns the entries to evict, worst first, by the fee per byte of an entry together with its descendants. */
function worstFirst(entries: Iterable<PoolEntry>, modifiedFee: (entry: PoolEntry) => bigint): PoolEntry[] {
  return [...entries]
    .map((entry) => {
      const family = withDescendants(entry)
      const fee = family.reduce((sum, each) => sum + modifiedFee(each), 0n)
      const size = family.reduce((sum, each) => sum + each.size, 0)
      return { entry, rate: Number(fee) / size }
    })
    .sort((a, b) => a.rate - b.rate || b.entry.sequence - a.entry.sequence)
    .map(({ entry }) => entry)
}
