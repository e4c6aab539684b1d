import type { PoolEntry } from './pool.ts'
import { withDescendants } from './pool.ts'

/**
 * Which entries to give up, worst first: each stands for itself and everything that depends on it, and is as good as what
 * these pay for a byte together.
 */
export function worstFirst(entries: Iterable<PoolEntry>, feeOf: (entry: PoolEntry) => bigint): PoolEntry[] {
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
