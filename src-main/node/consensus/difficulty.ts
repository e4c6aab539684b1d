import { decodeCompact, encodeCompact } from '../primitives/index.ts'
import {
  ADAPTIVE_WINDOW,
  type AdaptiveInput,
  adjusted,
  exponentialTarget,
  FLAG,
  flagged,
  getFlag,
  recentBlocks,
} from './adaptiveDifficulty.ts'
import type { HeaderAt, HeaderTimes } from './headerAt.ts'
import type { ChainParams } from './params.ts'

/** Number of blocks whose targets are averaged (chain-params.md §7.1). */
const AVERAGING_WINDOW = 17
const AVERAGED = BigInt(AVERAGING_WINDOW)
/** Number of blocks in the median (chain-params.md §7.1). */
const MEDIAN_SPAN = 11
/** A quarter of the deviation is corrected at a time (chain-params.md §7.1). */
const DAMPING = 4n
/** Number of headers below a new block that nextBits and medianTimePast read on most chains. */
export const HEADER_WINDOW = AVERAGING_WINDOW + MEDIAN_SPAN
/** -ac_adaptivepow: from this height on a block must be later than its parent (adaptive-pow.md §1). */
const STRICT_TIMES = 30
/**
 * -ac_adaptivepow: number of blocks whose delay makes the next one easier, and the minimum delay in spacings
 * (adaptive-pow.md §2).
 */
const LATE_BLOCKS = 6
const LATE_SPACINGS = 8
const TIP_LATE_SPACINGS = 7

/** Returns the number of headers below a new block that this chain's rules read. */
export const headerWindow = ({ adaptivePow }: ChainParams): number =>
  adaptivePow === null ? HEADER_WINDOW : ADAPTIVE_WINDOW

/** Returns the median time of the last eleven blocks up to and including `height` (fewer at the start of the chain). */
export function medianTimePast(at: HeaderAt, height: number): number {
  const times: number[] = []
  for (let h = Math.max(0, height - MEDIAN_SPAN + 1); h <= height; h++) times.push(at(h).time)
  times.sort((a, b) => a - b)
  return times[times.length >> 1]!
}

/**
 * Returns the earliest time that the block at `height` (at least 1) may have (chain-params.md §7.2, adaptive-pow.md
 * §1).
 */
export function earliestTime(params: ChainParams, height: number, at: HeaderAt): number {
  if (params.adaptivePow !== null && height >= STRICT_TIMES) return at(height - 1).time + 1
  return medianTimePast(at, height - 1) + 1
}

/**
 * Returns the compact target that the block at `height` (at least 1) must have.
 * @param at the branch that ends at the parent; called for the last headerWindow(params) blocks before `height`
 * @param time the block's own time, on which the target depends on chains with -ac_adaptivepow. Without it, the target
 *   that these chains report as the difficulty
 */
export function nextBits(params: ChainParams, height: number, at: HeaderAt, time?: number): number {
  const { adaptivePow } = params
  if (adaptivePow === null) return averageBits(params, height, at)
  const { spacing, exponential } = adaptivePow
  const recent =
    time === undefined || height < ADAPTIVE_WINDOW
      ? undefined
      : { spacing, time, recent: recentBlocks(spacing, height, at) }
  if (recent !== undefined && exponential) return exponentialTarget(recent)
  const bits = averageBits(params, height, at, recent)
  if (height <= AVERAGING_WINDOW) return bits
  const waited = recent === undefined ? 0 : (recent.time - recent.recent.times[0]!) | 0
  if (recent === undefined || height === ADAPTIVE_WINDOW || waited <= 0) return flagged(bits, FLAG.none)
  return adjusted(recent, decodeCompact(bits).target, overdueSeconds(recent))
}

/** Returns the maximum delay of the new block, relative to its parent and earlier blocks. May be negative. */
function overdueSeconds({ spacing, time, recent: { times } }: AdaptiveInput): number {
  let most = (time - times[0]! - TIP_LATE_SPACINGS * spacing) | 0
  for (let index = 0; index < LATE_BLOCKS; index++) {
    most = Math.max(most, (time - times[index]! - (LATE_SPACINGS + index) * spacing) | 0)
  }
  return most
}

function averageBits(params: ChainParams, height: number, at: HeaderAt, adaptive?: AdaptiveInput): number {
  if (height <= AVERAGING_WINDOW) return params.powLimitBits
  let sum = 0n
  const afterOrdinary = adaptive !== undefined && adaptive.recent.flags[0] === FLAG.none
  for (let h = height - AVERAGING_WINDOW; h < height; h++) {
    const { bits } = at(h)
    const { target } = decodeCompact(bits)
    sum += afterOrdinary && getFlag(bits) !== FLAG.none ? (target / 8n) * 7n : target
  }
  const actual = medianTimePast(at, height - 1) - medianTimePast(at, height - 1 - AVERAGING_WINDOW)
  const window = AVERAGED * BigInt(params.blockTime)
  // Division first, because the resulting drift on a perfectly regular chain must be the same on every node. The
  // product wraps if the measured timespan is unlimited.
  const target = BigInt.asUintN(256, (sum / AVERAGED / window) * dampedTimespan(params, window, BigInt(actual)))
  return encodeCompact(target < params.powLimit ? target : params.powLimit)
}

function dampedTimespan(params: ChainParams, window: bigint, actual: bigint): bigint {
  const damped = window + (actual - window) / DAMPING
  if (params.adaptivePow !== null) return damped
  const min = (window * BigInt(100 - params.maxAdjustUp)) / 100n
  const most = (window * BigInt(100 + params.maxAdjustDown)) / 100n
  if (damped < min) return min
  return damped > most ? most : damped
}

/** A header linked to its ancestors. */
export interface BranchNode extends HeaderTimes {
  readonly height: number
  readonly prev: BranchNode | null
}

/** Reads the last `count` headers of the branch that ends at `parent` once, for fast access by height. */
export function branchWindow(parent: BranchNode, count = HEADER_WINDOW): HeaderAt {
  const newestFirst: HeaderTimes[] = []
  for (let node: BranchNode | null = parent; node !== null && newestFirst.length < count; node = node.prev) {
    newestFirst.push(node)
  }
  return (height) => {
    const node = newestFirst[parent.height - height]
    if (node === undefined) throw new RangeError(`height ${height} is outside of the window below ${parent.height + 1}`)
    return node
  }
}
