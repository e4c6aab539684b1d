import type { Random } from '../core/index.ts'
import { COIN } from '../primitives/index.ts'

/** Anything with a value in satoshis. */
export interface Selectable {
  readonly value: bigint
}

/** Minimum change worth creating, in satoshis. Selections that leave less are avoided. */
const MIN_CHANGE = COIN / 100n
const ROUNDS = 1000
/**
 * Maximum number of coin visits per search: 1000 rounds over 1,000 coins. The search is synchronous, so this bounds its
 * time.
 */
const MAX_VISITS = 1_000_000

const total = (coins: readonly Selectable[]) => coins.reduce((sum, coin) => sum + coin.value, 0n)

/** Returns the items in random order, so that repeated sends do not always use the same coins. */
function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result = [...items]
  // Draw all random bytes in one call: one call per coin would dominate the time for tens of thousands of coins.
  const bytes = random.bytes(4 * result.length)
  const draws = new DataView(bytes.buffer, bytes.byteOffset)
  for (let last = result.length - 1; last > 0; last--) {
    const draw = draws.getUint32(4 * last) % (last + 1)
    ;[result[last], result[draw]] = [result[draw] as T, result[last] as T]
  }
  return result
}

interface Search<T> {
  readonly coins: readonly T[]
  /** satoshis to reach */
  readonly target: bigint
  best: readonly T[]
  bestSum: bigint
}

/**
 * Runs one round: a pass over a random half of the coins, then one over the others. Keeps each set that is nearer to
 * the target.
 */
function tryRandomSubset<T extends Selectable>(search: Search<T>, bits: Uint8Array): void {
  const { coins, target } = search
  const taken = new Set<T>()
  let sum = 0n
  const tryCoin = (coin: T) => {
    taken.add(coin)
    sum += coin.value
    if (sum < target) return
    if (sum < search.bestSum) {
      search.best = [...taken]
      search.bestSum = sum
    }
    // Target reached: continue without this coin and search for a nearer sum.
    taken.delete(coin)
    sum -= coin.value
  }
  for (const [index, coin] of coins.entries()) if (((bits[index] ?? 0) & 1) === 1) tryCoin(coin)
  for (const coin of coins) if (!taken.has(coin)) tryCoin(coin)
}

/** Stochastic search for the subset with the smallest sum not below `target`, in many rounds. */
function nearestSubset<T extends Selectable>(coins: readonly T[], target: bigint, random: Random): T[] {
  const search: Search<T> = { coins, target, best: coins, bestSum: total(coins) }
  const rounds = Math.min(ROUNDS, Math.ceil(MAX_VISITS / Math.max(1, coins.length)))
  for (let round = 0; round < rounds && search.bestSum !== target; round++) {
    tryRandomSubset(search, random.bytes(coins.length))
  }
  return [...search.best]
}

/**
 * Selects coins worth at least `target` satoshis, or returns undefined if all together are insufficient. Prefers an
 * exact match, then a set of smaller coins with a near sum, then the smallest single coin above the target.
 */
export function selectCoins<T extends Selectable>(
  coins: readonly T[],
  target: bigint,
  random: Random,
): T[] | undefined {
  const order = shuffled(coins, random)
  const exact = order.find((coin) => coin.value === target)
  if (exact) return [exact]
  const small = order.filter((coin) => coin.value < target + MIN_CHANGE)
  const larger = order
    .filter((coin) => coin.value >= target + MIN_CHANGE)
    .reduce<T | undefined>((least, coin) => (!least || coin.value < least.value ? coin : least), undefined)
  const smallSum = total(small)
  if (smallSum === target) return small
  if (smallSum < target) return larger ? [larger] : undefined
  small.sort((a, b) => (a.value > b.value ? -1 : a.value < b.value ? 1 : 0))
  let chosen = nearestSubset(small, target, random)
  if (total(chosen) !== target && smallSum >= target + MIN_CHANGE) {
    // Change below MIN_CHANGE would go to the miner, so aim for a sum that allows a change output.
    chosen = nearestSubset(small, target + MIN_CHANGE, random)
  }
  const sum = total(chosen)
  const wasteful = sum !== target && sum < target + MIN_CHANGE
  return larger && (wasteful || larger.value <= sum) ? [larger] : chosen
}
