import { decodeCompact, encodeCompact } from '../primitives/index.ts'
import type { ChainParams } from './params.ts'

export interface HeaderTimes {
  readonly time: number
  readonly bits: number
}

/** Header values by height on one branch. */
export type HeaderAt = (height: number) => HeaderTimes

/** Blocks whose targets are averaged (chain-params.md §7.1). */
const AVERAGING_WINDOW = 17
const AVERAGED = BigInt(AVERAGING_WINDOW)
/** Blocks of the median (chain-params.md §7.1). */
const MEDIAN_SPAN = 11
/** Only a quarter of the deviation is corrected at once (chain-params.md §7.1). */
const DAMPING = 4n
/** How far below a new block's height nextBits and medianTimePast look. */
export const HEADER_WINDOW = AVERAGING_WINDOW + MEDIAN_SPAN

/** Median of the times of the last eleven blocks up to and including `height` (fewer at the start of the chain). */
export function medianTimePast(at: HeaderAt, height: number): number {
  const times: number[] = []
  for (let h = Math.max(0, height - MEDIAN_SPAN + 1); h <= height; h++) times.push(at(h).time)
  times.sort((a, b) => a - b)
  return times[times.length >> 1]!
}

/**
 * The compact target that the block at `height` (1 or more) must have.
 * @param at the branch that ends at the parent; asked for the last HEADER_WINDOW blocks before `height`
 */
export function nextBits(params: ChainParams, height: number, at: HeaderAt): number {
  if (height <= AVERAGING_WINDOW) return params.powLimitBits
  let sum = 0n
  for (let h = height - AVERAGING_WINDOW; h < height; h++) sum += decodeCompact(at(h).bits).target
  const actual = medianTimePast(at, height - 1) - medianTimePast(at, height - 1 - AVERAGING_WINDOW)
  const window = AVERAGED * BigInt(params.blockTime)
  // Division first: a perfectly regular chain drifts, and every node has to drift alike.
  const target = (sum / AVERAGED / window) * dampedTimespan(params, window, BigInt(actual))
  return encodeCompact(target < params.powLimit ? target : params.powLimit)
}

function dampedTimespan(params: ChainParams, window: bigint, actual: bigint): bigint {
  const damped = window + (actual - window) / DAMPING
  const least = (window * BigInt(100 - params.maxAdjustUp)) / 100n
  const most = (window * BigInt(100 + params.maxAdjustDown)) / 100n
  if (damped < least) return least
  return damped > most ? most : damped
}

/** A header with its ancestors, as the chain layer keeps them. */
export interface BranchNode extends HeaderTimes {
  readonly height: number
  readonly prev: BranchNode | null
}

/** Reads the last `count` headers of the branch that ends at `parent` once, for quick access by height. */
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
