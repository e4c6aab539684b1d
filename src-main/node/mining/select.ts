import type { MempoolEntry } from '../core/index.ts'

/** What choosing needs to know of a waiting transaction. */
export interface Waiting {
  readonly entry: MempoolEntry
  /** fee with prioritisation */
  readonly fee: bigint
  readonly sigops: number
  /** positions, in the same list, of the transactions it depends on; all of them earlier */
  readonly parents: readonly number[]
}

export interface BlockRoom {
  /** bytes of transactions */
  readonly size: number
  readonly sigops: number
}

/**
 * Ancestors that count for the fee rate of a transaction. Without a bound a chain of thousands of unconfirmed transactions
 * would take quadratic time.
 */
const MAX_COUNTED_ANCESTORS = 50

/**
 * Chooses for a block: the transaction that pays most for a byte together with its unconfirmed ancestors comes first,
 * directly after these; equal rates in order of admission. What does not fit is skipped, smaller ones after it still fit.
 *
 * @param waiting parents before children
 * @param first position of one without parents that comes before all others, if it fits
 * @returns positions in `waiting`, parents before children
 */
export function selectTransactions(waiting: readonly Waiting[], room: BlockRoom, first?: number): number[] {
  const rates = waiting.map((_, index) => (index === first ? Number.POSITIVE_INFINITY : rateOf(waiting, index)))
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

/** Satoshis for a byte of a transaction with its nearest ancestors. */
function rateOf(waiting: readonly Waiting[], index: number): number {
  let fee = 0n
  let size = 0
  for (const each of withAncestors(waiting, index, new Set(), MAX_COUNTED_ANCESTORS)) {
    fee += waiting[each]!.fee
    size += waiting[each]!.entry.size
  }
  return Number(fee) / size
}

/** A transaction and its ancestors without the `given`, parents before children. */
function withAncestors(
  waiting: readonly Waiting[],
  index: number,
  given: ReadonlySet<number>,
  limit = Number.POSITIVE_INFINITY,
): number[] {
  if (given.has(index)) return []
  const found = new Set([index])
  // Iterating a set also visits what is added meanwhile.
  for (const each of found) {
    for (const parent of waiting[each]!.parents) if (!given.has(parent)) found.add(parent)
    if (found.size > limit) break
  }
  return [...found].sort((a, b) => a - b)
}
