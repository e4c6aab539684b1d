import { COIN } from '#shared/units.ts'
import type { ChainOptions } from './chainOptions.ts'
import { createDecaySeries } from './decay.ts'

/** MAX_MONEY of the base chain, also used by a plain regtest (chain-params.md §10, a constant of komodod). */
export const BASE_MAX_MONEY = 200_000_000n * COIN
/** Maximum amount that komodod allows if its sum leaves the positive half of a u64. */
const MAX_INT64 = (1n << 63n) - 1n
/** Number of blocks in the sum (chain-params.md §10). */
const COUNTED_BLOCKS = 10_000_000n
/** Low 24 bits of the magic in this sum. komodod uses its built-in default here, not the chain's magic. */
const DEFAULT_MAGIC_EXTRA = 4_665_246n
/** The genesis output, counted although it is unspendable. */
const GENESIS_VALUE = 50n * COIN
/** 10,000,000 blocks of 10,000 sat, truncated by komodod's 32-bit multiplication. */
const DEFAULT_REWARD_SUM = 1_215_752_192n
/** -ac_cc values from here on mark chains of a fungible family, whose limit is at least a million coins. */
const FIRST_FUNGIBLE_CC = 100
const FUNGIBLE_MINIMUM = 1_000_000n * COIN

const u64 = (value: bigint): bigint => BigInt.asUintN(64, value)
const i64 = (value: bigint): bigint => BigInt.asIntN(64, value)
const u32 = (value: bigint): bigint => BigInt.asUintN(32, value)

/**
 * Computes the maximum amount on a Smart Chain, in satoshis (chain-params.md §10). komodod estimates the total supply
 * in wrapping 64-bit arithmetic. The result is too high on some chains and odd on others, but consensus, so every wrap
 * must be reproduced.
 */
export function computeMaxMoney(options: ChainOptions): bigint {
  let money = (options.supply + 1n) * COIN + DEFAULT_MAGIC_EXTRA + GENESIS_VALUE
  if (options.eras === 1 && options.reward[0] === 0n) money += DEFAULT_REWARD_SUM
  else for (let era = 0; era < options.eras && !endsBefore(options, era); era++) money += eraSum(options, era)
  money = withCommission(u64(money), options.perc)
  if (options.cc >= FIRST_FUNGIBLE_CC && money < FUNGIBLE_MINIMUM) return FUNGIBLE_MINIMUM
  return money
}

function withCommission(money: bigint, perc: bigint): bigint {
  if (money > MAX_INT64) return MAX_INT64
  if (perc === 0n) return money
  const sum = u64(money + u64((money / COIN) * perc))
  return sum > MAX_INT64 || sum < money ? MAX_INT64 : sum
}

/** Returns true if no reward remains at the start of this era. */
function endsBefore(options: ChainOptions, era: number): boolean {
  if (era === 0) return false
  const start = options.end[era - 1]!
  if (COUNTED_BLOCKS <= start) return true
  const last = era === options.eras - 1
  return start === 0n && options.reward[era] === 0n && (last || options.decay[era] !== COIN)
}

/** Returns the estimated rewards of an era, which differ from the rewards actually paid: see computeMaxMoney. */
function eraSum(options: ChainOptions, era: number): bigint {
  const reward = i64(options.reward[era]!)
  if (reward <= 0n) return 0n
  const start = era === 0 ? 0n : options.end[era - 1]!
  const given = options.end[era]!
  const end = given === 0n || given > COUNTED_BLOCKS ? COUNTED_BLOCKS : given
  const period = options.halving[era]!
  if (period === 0n) return reward * (COUNTED_BLOCKS - 1n)
  if (options.decay[era] === COIN) return linearSum(options, era, { reward, start, end, period })
  return steppedSum(options.decay[era]!, { reward, start, end, period })
}

interface Span {
  readonly reward: bigint
  readonly start: bigint
  readonly end: bigint
  readonly period: bigint
}

/** Every started period counts in full, and the remainder again at the next period's reward. */
function steppedSum(decay: bigint, { reward, start, end, period }: Span): bigint {
  const periods = end > start ? (end - start + period - 1n) / period : 0n
  const remainder = u32(u64(end - start) % period)
  if (decay === 0n) return period * halvedSum(reward, periods) + remainder * (reward >> periods)
  const series = createDecaySeries(reward, decay)
  return period * series.sumBefore(periods) + remainder * series.after(periods)
}

function halvedSum(reward: bigint, periods: bigint): bigint {
  let sum = 0n
  for (let shift = 0n; shift < periods && reward >> shift !== 0n; shift++) sum += reward >> shift
  return sum
}

/** Sums a reward that changes in equal steps: triangles over the steps plus the rectangle below them. */
function linearSum(options: ChainOptions, era: number, { reward, start, end, period }: Span): bigint {
  const steps = u32(u64(end - start) / period)
  const next = era === options.eras - 1 ? 0n : options.reward[era + 1]!
  const rising = reward < next
  const difference = rising ? next - reward : reward - next
  const span = u64(steps * period)
  const step = i64(u64(period * difference) / (span === 0n ? 1n : span))
  const triangle = i64(u64(period * step) >> 1n)
  const blocks = end - start
  if (rising) {
    const inner = u32(steps - 1n)
    return triangle * inner + triangle * inner * inner + step * steps + reward * blocks
  }
  return triangle * steps + triangle * steps * steps + (reward - step * steps) * blocks
}
