import { COIN } from '../primitives/index.ts'
import type { ChainParams, Era } from './params.ts'

/** What a block pays when no reward and no end are given at all (chain-params.md §9.1). */
const DEFAULT_REWARD = 10_000n
/** Whole coins; above it the premine is paid in steps of 1e9 coins, one a block (chain-params.md §9.1). */
const SPREAD_SUPPLY = 10_000_000_000n
const SPREAD_STEP = 1_000_000_000n
/** -ac_decay of this value: a straight line down (or up) to the next era's reward. */
const LINEAR = 100_000_000n
/** First blocks of the base chain's schedule, which a plain regtest follows (chain-params.md §9.1). */
const BASE_PREMINE = 100_000_000n * COIN
const BASE_REWARD = 3n * COIN
const BASE_LATE_REWARD = COIN
const BASE_LATE_HEIGHT = 4_125_988

/** New satoshis that the coinbase at `height` (1 or more) may make, fees and commission not included. */
export function subsidy(params: ChainParams, height: number): bigint {
  if (!params.smartChain) {
    if (height === 1) return BASE_PREMINE
    return height < BASE_LATE_HEIGHT ? BASE_REWARD : BASE_LATE_REWARD
  }
  const { supply, extra, eras } = params.emission
  const reward = eraReward(eras, BigInt(height))
  if (supply > SPREAD_SUPPLY) {
    if (BigInt(height) > supply / SPREAD_STEP) return reward
    return reward + SPREAD_STEP * COIN + (height === 1 ? (supply % SPREAD_STEP) * COIN + extra : 0n)
  }
  if (height !== 1) return reward
  const premine = supply * COIN + extra
  // With a single era the premine takes the place of the first reward (chain-params.md §9.1).
  return eras.length === 1 ? premine : reward + premine
}

function eraReward(eras: readonly Era[], height: bigint): bigint {
  const first = eras[0]!
  if (first.end === 0n && first.reward === 0n) return DEFAULT_REWARD
  const index = first.end === 0n ? 0 : eras.findIndex((era) => era.end > height || era.end === 0n)
  const era = eras[index]
  if (era === undefined) return 0n
  const next = eras[index + 1]
  if (era.halving === 0n || (era.reward === 0n && (next?.reward ?? 0n) === 0n)) return era.reward
  const start = index === 0 ? 0n : eras[index - 1]!.end
  const steps = (height - start) / era.halving
  if (steps <= 0n) return era.reward
  // The reference shifts a 64-bit register, which looks at the low six bits of the count only.
  if (era.decay === 0n) return era.reward >> (steps & 63n)
  if (era.decay === LINEAR && era.end !== 0n) return linearReward(era, next, start, height)
  return decayedReward(era, steps)
}

function decayedReward(era: Era, steps: bigint): bigint {
  let reward = era.reward
  for (let step = 0n; step < steps && reward !== 0n; step++) reward = (reward * era.decay) / LINEAR
  return reward
}

/** A line from this era's reward to the next era's (or to 0), in steps of `halving` blocks. */
function linearReward(era: Era, next: Era | undefined, start: bigint, height: bigint): bigint {
  const distance = era.reward - (next?.reward ?? 0n)
  const length = era.end - start
  const done = height - start
  const walked = done - (done % era.halving)
  // Division rounds toward zero, also for a rising line.
  return era.reward - (distance * walked) / length
}
