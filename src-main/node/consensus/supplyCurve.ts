import { type CommissionShare, commissionShare, commissionUpTo, paysForever } from './commissionSum.ts'
import { courseOf, lastingUntil, rewardsBefore, SHIFT_CYCLE } from './eraReward.ts'
import type { ChainParams } from './params.ts'
import { lastPremineHeight, premineUpTo, type Stretch, stretchesOf } from './subsidy.ts'

export interface SupplyPoint {
  readonly height: number
  /** satoshis that the blocks 1 to `height` have created */
  readonly supply: bigint
}

export interface SupplyCurve {
  /** ascending; straight lines between them approximate the rest */
  readonly points: readonly SupplyPoint[]
  /** satoshis once issuance has ended; null if it never does */
  readonly final: bigint | null
  /** first height from which no block creates coins; null if there is none that a chain can reach */
  readonly ends: number | null
  /** first height at which a halved reward starts over in full (chain-params.md §9.1); null if there is none */
  readonly startsOver: number | null
  /** how much of the commission, which is created on top of the subsidy, the figures include */
  readonly commission: CommissionShare
}

/** A height is an int32 in every node, so no block comes later. */
const LAST_HEIGHT = 0x7fff_ffff
/** A curve that does not end is drawn this far. */
const HORIZON_SECONDS = 50 * 365.25 * 86_400

/**
 * How many coins a chain has at which height, if every miner claims all that the chain allows. Fees create no coins; burnt
 * ones are not known. The cost does not grow with the length of the chain.
 * @param maxPoints at least 2
 */
export function supplyCurve(params: ChainParams, maxPoints: number): SupplyCurve {
  const stretches = stretchesOf(params, BigInt(LAST_HEIGHT) + 1n)
  const ends = endOfIssuance(params, stretches)
  const horizon = Math.min(LAST_HEIGHT, Math.max(1, Math.round(HORIZON_SECONDS / params.blockTime)))
  const last = ends === null ? horizon : Math.min(horizon, ends - 1)
  // In ascending order, because commissions are summed on from the previous height.
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

function rewardsUpTo(stretches: readonly Stretch[], height: bigint): bigint {
  let sum = 0n
  for (const stretch of stretches) {
    const to = stretch.to > height ? height + 1n : stretch.to
    if (to <= stretch.from) break
    sum += rewardsBefore(stretch, to - stretch.start) - rewardsBefore(stretch, stretch.from - stretch.start)
  }
  return sum
}

function endOfIssuance(params: ChainParams, stretches: readonly Stretch[]): number | null {
  if (paysForever(params)) return null
  let end = lastPremineHeight(params) + 1n
  for (const stretch of stretches) {
    if (stretch.era.end === 0n && startOver([stretch]) !== null) return null
    const until = stretch.start + lastingUntil(stretch, stretch.to - stretch.start)
    if (until > stretch.from && until > end) end = until
  }
  return end > BigInt(LAST_HEIGHT) ? null : Number(end)
}

function startOver(stretches: readonly Stretch[]): number | null {
  for (const stretch of stretches) {
    if (courseOf(stretch) !== 'halving' || stretch.era.reward === 0n) continue
    const cycle = stretch.era.halving * SHIFT_CYCLE
    const begun = (stretch.from - stretch.start + cycle - 1n) / cycle
    const at = stretch.start + cycle * (begun === 0n ? 1n : begun)
    if (at < stretch.to) return Number(at)
  }
  return null
}

/** Ascending heights from 1 to `last`: where the curve bends, if those are few, and others evenly spread between them. */
function pointHeights(
  params: ChainParams,
  stretches: readonly Stretch[],
  last: number,
  maxPoints: number,
): readonly number[] {
  const heights = new Set([1, last])
  const bends = bendsOf(params, stretches, BigInt(last), maxPoints - heights.size)
  for (const bend of bends) heights.add(bend)
  const free = maxPoints - heights.size
  for (let i = 1; i <= free; i++) heights.add(1 + Math.round(((last - 1) * i) / (free + 1)))
  return [...heights].sort((a, b) => a - b)
}

/** The last heights before the reward changes; without those of halvings, or none at all, where they are too many. */
function bendsOf(params: ChainParams, stretches: readonly Stretch[], last: bigint, most: number): ReadonlySet<number> {
  const eras = new Set<number>()
  const all = new Set<number>()
  const add = (height: bigint, ...to: Set<number>[]): void => {
    if (height > 1n && height < last) for (const set of to) set.add(Number(height))
  }
  add(lastPremineHeight(params), eras, all)
  for (const stretch of stretches) {
    add(stretch.from - 1n, eras, all)
    if (courseOf(stretch) === 'constant') continue
    const { halving } = stretch.era
    let step = (stretch.from - stretch.start) / halving + 1n
    for (; all.size <= most; step++) {
      const height = stretch.start + step * halving - 1n
      if (height >= stretch.to || height >= last) break
      add(height, all)
    }
  }
  if (all.size <= most) return all
  return eras.size <= most ? eras : new Set()
}
