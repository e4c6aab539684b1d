import type { MempoolEntry } from '../core/index.ts'

/** Mempool transaction with the facts that selection needs. */
export interface SelectionCandidate {
  readonly entry: MempoolEntry
  /** fee including the prioritisation delta */
  readonly fee: bigint
  readonly sigops: number
  /** indices of the parent transactions, which come earlier in the same list */
  readonly parents: readonly number[]
}

export interface BlockRoom {
  /** bytes available for transactions */
  readonly size: number
  readonly sigops: number
}

/**
 * Maximum number of ancestors that count for a transaction's fee rate. Without a limit, a chain of thousands of
 * unconfirmed transactions would take quadratic time.
 */
const MAX_COUNTED_ANCESTORS = 50

/**
 * Selects transactions for a block. The highest fee rate comes first, computed together with unconfirmed ancestors,
 * which precede their descendant directly. Equal rates keep the order of admission. A transaction that does not fit is
 * skipped; later, smaller ones may still fit.
 *
 * @param waiting parents before children
 * @param first index of a transaction without parents that goes before all others, if it fits
 * @returns indices into `waiting`, parents before children
 */
export function selectTransactions(waiting: readonly SelectionCandidate[], room: BlockRoom, first?: number): number[] {
  const rates = waiting.map((_, index) =>
    index === first ? Number.POSITIVE_INFINITY : computePackageRate(waiting, index),
  )
  const order = waiting.map((_, index) => index).sort((a, b) => (rates[a] === rates[b] ? a - b : rates[b]! - rates[a]!))
  const chosen = new Set<number>()
  let size = 0
  let sigops = 0
  for (const index of order) {
    const missing = withAncestors(waiting, index, chosen)
    let moreSize = 0
    let moreSigops = 0
    for (const each of missing) {
      moreSize += waiting[each]!.entry.size
      moreSigops += waiting[each]!.sigops
    }
    if (size + moreSize > room.size || sigops + moreSigops > room.sigops) continue
    for (const each of missing) chosen.add(each)
    size += moreSize
    sigops += moreSigops
  }
  return [...chosen]
}

/** Computes the satoshis per byte of a transaction with its nearest ancestors. */
function computePackageRate(waiting: readonly SelectionCandidate[], index: number): number {
  let fee = 0n
  let size = 0
  for (const each of withAncestors(waiting, index, new Set(), MAX_COUNTED_ANCESTORS)) {
    fee += waiting[each]!.fee
    size += waiting[each]!.entry.size
  }
  return Number(fee) / size
}

/** Returns a transaction and its ancestors without those in `given`, parents before children. */
function withAncestors(
  waiting: readonly SelectionCandidate[],
  index: number,
  given: ReadonlySet<number>,
  limit = Number.POSITIVE_INFINITY,
): number[] {
  if (given.has(index)) return []
  const found = new Set([index])
  // Iterating over a Set also visits entries added during the iteration.
  for (const each of found) {
    for (const parent of waiting[each]!.parents) if (!given.has(parent)) found.add(parent)
    if (found.size > limit) break
  }
  return [...found].sort((a, b) => a - b)
}
