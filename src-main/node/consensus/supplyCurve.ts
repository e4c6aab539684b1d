import { type CommissionShare, commissionShare, commissionUpTo, paysForever } from './commissionSum.ts'
import { lastingUntil, rewardsBefore, SHIFT_CYCLE, selectCourse } from './eraReward.ts'
import type { ChainParams } from './params.ts'
import { lastPremineHeight, premineUpTo, type RewardSegment, rewardSegmentsFor } from './subsidy.ts'

export interface SupplyPoint {
  readonly height: number
  /** satoshis created by blocks 1 to `height` */
  readonly supply: bigint
}

export interface SupplyCurve {
  /** In ascending order. Linear interpolation between them approximates the other heights. */
  readonly points: readonly SupplyPoint[]
  /** satoshis at the end of issuance, or null if it never ends */
  readonly final: bigint | null
  /** first height from which no block creates coins, or null if no chain can reach it */
  readonly ends: number | null
  /** first height at which a halved reward starts over in full (chain-params.md §9.1), or null if it never does */
  readonly startsOver: number | null
  /** how accurately the numbers include the commission, which is created in addition to the subsidy */
  readonly commission: CommissionShare
}

/** Maximum height: heights are int32 in every node. */
const LAST_HEIGHT = 0x7fff_ffff
/** Time span of a curve that does not end, in seconds. */
const HORIZON_SECONDS = 50 * 365.25 * 86_400

/**
 * Returns the supply by height if every miner claims the maximum. Fees create no coins; burnt coins are not known. The
 * cost does not grow with the length of the chain.
 * @param maxPoints at least 2
 */
export function supplyCurve(params: ChainParams, maxPoints: number): SupplyCurve {
  const stretches = rewardSegmentsFor(params, BigInt(LAST_HEIGHT) + 1n)
  const ends = endOfIssuance(params, stretches)
  const horizon = Math.min(LAST_HEIGHT, Math.max(1, Math.round(HORIZON_SECONDS / params.blockTime)))
  const last = ends === null ? horizon : Math.min(horizon, ends - 1)
  // Heights must ascend, because commissions are summed from the previous height on.
  const commission = commissionUpTo(params, stretches)
  const supplyAt = (height: number): bigint =>
    premineUpTo(params, BigInt(height)) + rewardsUpTo(stretches, BigInt(height)) + commission(height)
  const points = pointHeights(params, stretches, last, maxPoints).map((height) => ({
    height,
    supply: supplyAt(height),
  }))
  return {
    points,
    final: ends === null ? null : supplyAt(ends - 1),
    ends,
    startsOver: startOver(stretches),
    commission: commissionShare(params, stretches),
  }
}

function rewardsUpTo(stretches: readonly RewardSegment[], height: bigint): bigint {
  let sum = 0n
  for (const stretch of stretches) {
    const to = stretch.to > height ? height + 1n : stretch.to
    if (to <= stretch.from) break
    sum += rewardsBefore(stretch, to - stretch.start) - rewardsBefore(stretch, stretch.from - stretch.start)
  }
  return sum
}

function endOfIssuance(params: ChainParams, stretches: readonly RewardSegment[]): number | null {
  if (paysForever(params)) return null
  let end = lastPremineHeight(params) + 1n
  for (const stretch of stretches) {
    if (stretch.era.end === 0n && startOver([stretch]) !== null) return null
    const until = stretch.start + lastingUntil(stretch, stretch.to - stretch.start)
    if (until > stretch.from && until > end) end = until
  }
  return end > BigInt(LAST_HEIGHT) ? null : Number(end)
}

function startOver(stretches: readonly RewardSegment[]): number | null {
  for (const stretch of stretches) {
    if (selectCourse(stretch) !== 'halving' || stretch.era.reward === 0n) continue
    const cycle = stretch.era.halving * SHIFT_CYCLE
    const begun = (stretch.from - stretch.start + cycle - 1n) / cycle
    const at = stretch.start + cycle * (begun === 0n ? 1n : begun)
    if (at < stretch.to) return Number(at)
  }
  return null
}

/**
 * Returns ascending heights from 1 to `last`: those at which the reward changes, if they are few, and evenly spread
 * ones between.
 */
function pointHeights(
  params: ChainParams,
  stretches: readonly RewardSegment[],
  last: number,
  maxPoints: number,
): readonly number[] {
  const heights = new Set([1, last])
  const bends = rewardChangeHeights(params, stretches, BigInt(last), maxPoints - heights.size)
  for (const bend of bends) heights.add(bend)
  const free = maxPoints - heights.size
  for (let i = 1; i <= free; i++) heights.add(1 + Math.round(((last - 1) * i) / (free + 1)))
  return [...heights].sort((a, b) => a - b)
}

/** Returns the last heights before the reward changes. Omits halvings, or all heights, if they exceed the limit. */
function rewardChangeHeights(
  params: ChainParams,
  stretches: readonly RewardSegment[],
  last: bigint,
  max: number,
): ReadonlySet<number> {
  const eras = new Set<number>()
  const all = new Set<number>()
  const add = (height: bigint, ...to: Set<number>[]): void => {
    if (height > 1n && height < last) for (const set of to) set.add(Number(height))
  }
  add(lastPremineHeight(params), eras, all)
  for (const stretch of stretches) {
    add(stretch.from - 1n, eras, all)
    if (selectCourse(stretch) === 'constant') continue
    const { halving } = stretch.era
    let step = (stretch.from - stretch.start) / halving + 1n
    for (; all.size <= max; step++) {
      const height = stretch.start + step * halving - 1n
      if (height >= stretch.to || height >= last) break
      add(height, all)
    }
  }
  if (all.size <= max) return all
  return eras.size <= max ? eras : new Set()
}
