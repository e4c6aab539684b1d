import { COIN } from '../primitives/index.ts'
import { type EraSpan, rewardAt } from './eraReward.ts'
import type { ChainParams, Era } from './params.ts'

/** Reward of a chain without any reward or end option (chain-params.md §9.1). */
const DEFAULT_ERA: Era = { end: 0n, reward: 10_000n, halving: 0n, decay: 0n }
/**
 * Whole coins. Above this supply the premine is paid in steps of 1e9 coins, one step per block (chain-params.md §9.1).
 */
const SPREAD_SUPPLY = 10_000_000_000n
const SPREAD_STEP = 1_000_000_000n
/** Start of the base chain's schedule, which a plain regtest follows (chain-params.md §9.1). */
const BASE_PREMINE = 100_000_000n * COIN
const BASE_ERAS: readonly Era[] = [
  { end: 4_125_988n, reward: 3n * COIN, halving: 0n, decay: 0n },
  { end: 0n, reward: COIN, halving: 0n, decay: 0n },
]

/** Returns the new satoshis that the coinbase at `height` (at least 1) may create, excluding fees and commission. */
export function subsidy(params: ChainParams, height: number): bigint {
  const at = BigInt(height)
  const span = eraAt(getEras(params), at)
  const reward = span === undefined ? 0n : rewardAt(span, at - span.start)
  const { instead, more } = premineAt(params, at)
  // komodod adds in 64 bits and interprets the sum as signed.
  return BigInt.asIntN(64, (instead ? 0n : reward) + more)
}

/** Returns the effective eras, which on some chains differ from the options. */
export function getEras(params: ChainParams): readonly Era[] {
  if (!params.smartChain) return BASE_ERAS
  const { eras } = params.emission
  const first = eras[0]!
  if (first.end !== 0n) return eras
  // If the first era never ends, there are no others (chain-params.md §9.1).
  return [first.reward === 0n ? DEFAULT_ERA : first, ...eras.slice(1)]
}

function eraAt(eras: readonly Era[], height: bigint): EraSpan | undefined {
  const index = eras.findIndex((era) => era.end > height || era.end === 0n)
  const era = eras[index]
  if (era === undefined) return undefined
  return { era, next: eras[index + 1], start: index === 0 ? 0n : eras[index - 1]!.end }
}

/** Returns the satoshis of the premine in a block, and whether they replace its reward. */
function premineAt(params: ChainParams, height: bigint): { readonly instead: boolean; readonly more: bigint } {
  if (!params.smartChain) return { instead: height === 1n, more: height === 1n ? BASE_PREMINE : 0n }
  const { supply, extra, eras } = params.emission
  if (supply <= SPREAD_SUPPLY) {
    // With a single era the premine replaces the first reward (chain-params.md §9.1).
    return height === 1n ? { instead: eras.length === 1, more: supply * COIN + extra } : { instead: false, more: 0n }
  }
  const step = height > supply / SPREAD_STEP ? 0n : SPREAD_STEP * COIN
  return { instead: false, more: height === 1n ? step + (supply % SPREAD_STEP) * COIN + extra : step }
}

/** Returns the last height whose block pays part of the premine. */
export function lastPremineHeight({ smartChain, emission: { supply } }: ChainParams): bigint {
  return smartChain && supply > SPREAD_SUPPLY ? supply / SPREAD_STEP : 1n
}

/**
 * Returns the satoshis that the premine creates in blocks 1 to `height`, minus the reward of block 1 if the premine
 * replaces it.
 */
export function premineUpTo(params: ChainParams, height: bigint): bigint {
  const first = premineAt(params, 1n)
  const reward = eraAt(getEras(params), 1n)
  const replaced = first.instead && reward !== undefined ? rewardAt(reward, 1n - reward.start) : 0n
  const last = lastPremineHeight(params)
  const further = (height < last ? height : last) - 1n
  return first.more - replaced + (further > 0n ? further * premineAt(params, 2n).more : 0n)
}

/** A range of heights within one era; `to` is exclusive. */
export interface RewardSegment extends EraSpan {
  readonly from: bigint
  readonly to: bigint
}

/** Returns the reward segments in ascending order up to the height `limit` (exclusive). */
export function rewardSegmentsFor(params: ChainParams, limit: bigint): readonly RewardSegment[] {
  const stretches: RewardSegment[] = []
  let from = 1n
  while (from < limit) {
    const span = eraAt(getEras(params), from)
    if (span === undefined) break
    const to = span.era.end === 0n || span.era.end > limit ? limit : span.era.end
    stretches.push({ ...span, from, to })
    from = to
  }
  return stretches
}
