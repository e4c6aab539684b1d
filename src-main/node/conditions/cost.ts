export const SIGNATURE_COST = 131072n
export const EVAL_COST = 1048576n
const COST_PER_SUB = 1024n
const COST_OF_PREFIX = 1024n

/** Differences of two costs below this fit into 32 bits. */
const PLAIN_BELOW = 0x80000000n

/**
 * Cost of a threshold: the sum of its `threshold` largest parts plus 1024 per part, modulo 2^64.
 *
 * Which parts are the largest depends on the network's sort (crypto-conditions.md §9.3). It compares by the difference
 * truncated to 32 bits, which is not a consistent order once costs reach 2^31. The algorithm is therefore a consensus
 * rule: glibc's merge sort.
 *
 * @param costs costs of the fulfilled parts first, then of the others, in the order of the fulfillment
 */
export function costOfThreshold(threshold: number, costs: readonly bigint[]): bigint {
  const descending = costs.every((cost) => cost < PLAIN_BELOW) ? costs.toSorted(descendingOrder) : mergeSorted(costs)
  let sum = COST_PER_SUB * BigInt(costs.length)
  for (let i = 0; i < threshold && i < descending.length; i++) sum += descending[i] as bigint
  return BigInt.asUintN(64, sum)
}

function descendingOrder(a: bigint, b: bigint): number {
  return a < b ? 1 : a > b ? -1 : 0
}

/**
 * Merge sort of two halves. The left half is shorter if the count is odd, and the left element comes first if two costs
 * are equal.
 */
function mergeSorted(costs: readonly bigint[]): readonly bigint[] {
  if (costs.length < 2) return costs
  const middle = costs.length >> 1
  const left = mergeSorted(costs.slice(0, middle))
  const right = mergeSorted(costs.slice(middle))
  const merged: bigint[] = []
  let l = 0
  let r = 0
  while (l < left.length && r < right.length) {
    const leftFirst = BigInt.asIntN(32, (right[r] as bigint) - (left[l] as bigint)) <= 0n
    merged.push((leftFirst ? left[l++] : right[r++]) as bigint)
  }
  while (l < left.length) merged.push(left[l++] as bigint)
  while (r < right.length) merged.push(right[r++] as bigint)
  return merged
}

/** Cost of a prefix condition, modulo 2^64. */
export function prefixCost(prefixLength: number, maxMessageLength: bigint, subCost: bigint): bigint {
  return BigInt.asUintN(64, COST_OF_PREFIX + BigInt(prefixLength) + maxMessageLength + subCost)
}
