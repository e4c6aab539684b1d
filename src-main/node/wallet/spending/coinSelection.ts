import type { Random } from '../../interfaces.ts'
import { COIN } from '../../primitives/index.ts'

/** Anything with a value in satoshis. */
export interface Selectable {
  readonly value: bigint
}

/** A change output below this is not worth making, so selections that leave less are avoided. */
const MIN_CHANGE = COIN / 100n
const ROUNDS = 1000
/** Looks at a coin in one search, whatever the number of coins: the thread is held meanwhile. A thousand rounds of 1,000 coins. */
const MOST_LOOKS = 1_000_000

const total = (coins: readonly Selectable[]) => coins.reduce((sum, coin) => sum + coin.value, 0n)

/** Random order, so that repeated sends do not always touch the same coins. */
function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result = [...items]
  // All at once: a call for each of tens of thousands takes longer than everything else here.
  const bytes = random.bytes(4 * result.length)
  const draws = new DataView(bytes.buffer, bytes.byteOffset)
  for (let last = result.length - 1; last > 0; last--) {
    const draw = draws.getUint32(4 * last) % (last + 1)
    ;[result[last], result[draw]] = [result[draw] as T, result[last] as T]
  }
  return result
}

/** Stochastic search for the subset whose sum is nearest above `target`: a random pass, then a completing pass, many times. */
function nearestSubset<T extends Selectable>(coins: readonly T[], target: bigint, random: Random): T[] {
  let best: readonly T[] = coins
  let bestSum = total(coins)
  const rounds = Math.min(ROUNDS, Math.ceil(MOST_LOOKS / Math.max(1, coins.length)))
  for (let round = 0; round < rounds && bestSum !== target; round++) {
    const bits = random.bytes(coins.length)
    const taken = new Set<T>()
    let sum = 0n
    for (const pass of [0, 1]) {
      for (const [index, coin] of coins.entries()) {
        const take = pass === 0 ? ((bits[index] ?? 0) & 1) === 1 : !taken.has(coin)
        if (!take) continue
        taken.add(coin)
        sum += coin.value
        if (sum < target) continue
        if (sum < bestSum) {
          best = [...taken]
          bestSum = sum
        }
        // Too much by this coin: go on without it and look for a nearer one.
        taken.delete(coin)
        sum -= coin.value
      }
    }
  }
  return [...best]
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
    // Leftovers that are too small for a change output would go to the miner: aim a little higher instead.
    chosen = nearestSubset(small, target + MIN_CHANGE, random)
  }
  const sum = total(chosen)
  const wasteful = sum !== target && sum < target + MIN_CHANGE
  return larger && (wasteful || larger.value <= sum) ? [larger] : chosen
}
