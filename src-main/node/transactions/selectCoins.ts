import type { Random } from '../core/index.ts'
import { COIN } from '../primitives/index.ts'

/** Anything with a value in satoshis. */
export interface Selectable {
  readonly value: bigint
}

/** A change output below this is not worth making, so selections that leave less are avoided. */
const MIN_CHANGE = COIN / 100n
const ROUNDS = 1000
/** Bounds the time of one search, which is synchronous: a thousand rounds over 1,000 coins. */
const MOST_VISITS = 1_000_000

const total = (coins: readonly Selectable[]) => coins.reduce((sum, coin) => sum + coin.value, 0n)

/** Random order, so that repeated sends do not always touch the same coins. */
function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result = [...items]
  // One call for all draws: a call for each of tens of thousands takes longer than everything else here.
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

/** One round: a pass over a random half of the coins, then one over the others, keeping each set that is nearer to the target. */
function tryRandomSubset<T extends Selectable>(search: Search<T>, bits: Uint8Array): void {
  const { coins, target } = search
  const taken = new Set<T>()
  let sum = 0n
  const take = (coin: T) => {
    taken.add(coin)
    sum += coin.value
    if (sum < target) return
    if (sum < search.bestSum) {
      search.best = [...taken]
      search.bestSum = sum
    }
    // The target is reached: go on without this coin and look for a nearer one.
    taken.delete(coin)
    sum -= coin.value
  }
  for (const [index, coin] of coins.entries()) if (((bits[index] ?? 0) & 1) === 1) take(coin)
  for (const coin of coins) if (!taken.has(coin)) take(coin)
}

/** Stochastic search for the subset whose sum is nearest above `target`, in many rounds. */
function nearestSubset<T extends Selectable>(coins: readonly T[], target: bigint, random: Random): T[] {
  const search: Search<T> = { coins, target, best: coins, bestSum: total(coins) }
  const rounds = Math.min(ROUNDS, Math.ceil(MOST_VISITS / Math.max(1, coins.length)))
  for (let round = 0; round < rounds && search.bestSum !== target; round++) {
    tryRandomSubset(search, random.bytes(coins.length))
  }
  return [...search.best]
}

/**
 * Chooses coins worth at least `target` satoshis, or undefined when all together are not enough. An exact match wins;
 * then a set of small coins whose sum is near; then the smallest coin that covers it alone.
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
    // A rest that is too small for a change output would go to the miner: aim a little higher instead.
    chosen = nearestSubset(small, target + MIN_CHANGE, random)
  }
  const sum = total(chosen)
  const wasteful = sum !== target && sum < target + MIN_CHANGE
  return larger && (wasteful || larger.value <= sum) ? [larger] : chosen
}
