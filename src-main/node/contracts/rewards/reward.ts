import type { RewardsPlan } from './codec.ts'

const YEAR = 31_536_000n
/** Later tip times compute the reward without intermediate rounding. */
const EXACT_SINCE = 1_576_840_000

const PERCENT_BASE = 100_000_000n * 100n * YEAR

/**
 * Computes the reward in satoshis for coins locked for `seconds`, at most the coins themselves (rewards.md §2). 64-bit
 * arithmetic wraps as in the reference.
 * @param tipTime unix seconds
 */
export function computeReward(
  amount: bigint,
  seconds: number,
  { apr, minSeconds, maxSeconds }: Pick<RewardsPlan, 'apr' | 'minSeconds' | 'maxSeconds'>,
  tipTime: number,
): bigint {
  const locked = BigInt(seconds)
  if (locked < BigInt.asIntN(64, minSeconds)) return 0n
  const longest = BigInt.asIntN(64, maxSeconds)
  const duration = locked > longest ? longest : locked
  const reward = tipTime > EXACT_SINCE ? exactReward(amount, duration, apr) : roundedReward(amount, duration, apr)
  return reward > amount ? amount : reward
}

function exactReward(amount: bigint, duration: bigint, apr: bigint): bigint {
  const product = BigInt.asUintN(64, amount) * apr * BigInt.asUintN(64, duration)
  return BigInt.asUintN(64, BigInt.asUintN(256, product) / PERCENT_BASE)
}

function roundedReward(amount: bigint, duration: bigint, apr: bigint): bigint {
  const wrap = (value: bigint) => BigInt.asIntN(64, value)
  const perYear = wrap(amount * duration) / YEAR
  return BigInt.asUintN(64, wrap(perYear * (wrap(apr) / 1_000_000n)) / 10_000n)
}
