import type { MempoolNotifications } from './notifications.ts'
import { type Pool, type PoolEntry, withDescendants } from './pool.ts'
import type { MempoolPolicy, RemovalReason } from './types.ts'
import type { UnconfirmedAddresses } from './unconfirmedAddresses.ts'

export interface EvictionDeps {
  readonly pool: Pool
  readonly addresses: UnconfirmedAddresses
  readonly notifications: MempoolNotifications
  /** unix seconds */
  readonly now: () => number
  /** fee that counts, prioritisation included */
  readonly feeOf: (entry: PoolEntry) => bigint
}

/** Adds and removes entries in all structures at once, and keeps their number and age within bounds. */
export interface Eviction {
  insert(entry: PoolEntry): void
  /** removes one entry; its children stay */
  drop(entry: PoolEntry, reason: RemovalReason): void
  /** removes an entry with all that depends on it */
  dropFamily(entry: PoolEntry, reason: RemovalReason): void
  /** removes what waited too long */
  dropOld(): void
  /** removes the worst paying until the bound is kept; returns how many */
  trim(): number
}

/** A full pool is trimmed to this share of its bound, so that not every admission has to search for the worst. */
const TRIMMED_PART = 0.95

export function createEviction({ maxUsage, expirySeconds }: MempoolPolicy, deps: EvictionDeps): Eviction {
  const { pool, addresses, notifications, now, feeOf } = deps

  function drop(entry: PoolEntry, reason: RemovalReason): void {
    pool.remove(entry)
    addresses.remove(entry)
    notifications.removed(entry, reason)
  }

  function dropFamily(entry: PoolEntry, reason: RemovalReason): void {
    // Children first, while their parents are still known.
    for (const each of withDescendants(entry).reverse()) drop(each, reason)
  }

  return {
    insert(entry) {
      pool.add(entry)
      addresses.add(entry)
      notifications.added(entry)
    },
    drop,
    dropFamily,
    dropOld() {
      const oldest = now() - expirySeconds
      // In order of admission, so the first young one ends the search; a map may lose entries while it is walked.
      for (const entry of pool.entries()) {
        if (entry.time >= oldest) break
        dropFamily(entry, 'expired')
      }
    },
    trim() {
      const before = pool.stats()
      if (before.usage <= maxUsage) return 0
      for (const entry of worstFirst(pool.entries(), feeOf)) {
        if (pool.stats().usage <= maxUsage * TRIMMED_PART) break
        if (pool.get(entry.txid) === entry) dropFamily(entry, 'size')
      }
      return before.size - pool.stats().size
    },
  }
}

/**
 * Which entries to evict, worst first: each represents itself and everything that depends on it, rated by what these pay
 * for a byte together.
 */
function worstFirst(entries: Iterable<PoolEntry>, feeOf: (entry: PoolEntry) => bigint): PoolEntry[] {
  return [...entries]
    .map((entry) => {
      const family = withDescendants(entry)
      const fee = family.reduce((sum, each) => sum + feeOf(each), 0n)
      const size = family.reduce((sum, each) => sum + each.size, 0)
      return { entry, rate: Number(fee) / size }
    })
    .sort((a, b) => a.rate - b.rate || b.entry.sequence - a.entry.sequence)
    .map(({ entry }) => entry)
}
