import { sha256 } from '../../crypto/index.ts'
import { COIN, decodeCompact, hashNumber, type OutPoint } from '../../primitives/index.ts'
import { addressHash, NOT_STAKED } from './segid.ts'

/** Minimum value of a staking coin, in satoshis. */
export const MIN_STAKE = COIN
/** Number of earlier blocks whose segids enter the hash of a stake, without the parent (staking.md §3). */
const SEGIDS_BEFORE = 100
const OLDEST_SEGID = 101
/** Below this height any coin wins. */
const FREE_HEIGHTS = 10
/** Required age of a coin: three seconds per block, up to the maximum. */
const MATURITY_PER_BLOCK = 3
const MAX_MATURITY = 6_000
/** Number of seconds that one attempt covers. */
const STEPS = 600
/** Maximum age that counts, in seconds: 30 days. */
const MAX_AGE = 2_592_000
/** Seconds after the parent from which the age is multiplied, and the offset subtracted from the delay. */
const PARENT_DELAY = 27
const LATE_AFTER = 480
const LATE_BASE = 400
/** Reference target for difficulty ratios. */
const EASIEST = decodeCompact(0x200f0f0f).target

const u32 = (value: number): number => value >>> 0
const u64 = (value: bigint): bigint => BigInt.asUintN(64, value)

/** Block parameters that decide whether a coin can stake it. */
export interface StakePlace {
  readonly height: number
  /** unix seconds */
  readonly parentTime: number
  /** target encoded in the block's nBits */
  readonly target: bigint
  /** segids of the blocks height − 101 to height − 2, as bytes */
  readonly segids: Uint8Array
}

export interface StakeCoin {
  /** satoshis */
  readonly value: bigint
  /** time of the block that contains the coin, unix seconds; undefined if that is not an earlier block */
  readonly time: number | undefined
  /** address of its script; undefined if the script has none */
  readonly address: string | undefined
  readonly outpoint: OutPoint
}

export function stakePlace(place: Omit<StakePlace, 'segids'>, segidAt: (height: number) => number): StakePlace {
  const segids = new Uint8Array(SEGIDS_BEFORE)
  for (let i = 0; i < SEGIDS_BEFORE; i++) {
    const height = place.height - OLDEST_SEGID + i
    segids[i] = height <= 0 ? NOT_STAKED : segidAt(height)
  }
  return { ...place, segids }
}

/** Returns the minimum age of a coin in seconds before it can win at a height. */
export function stakeMaturity(height: number): number {
  return Math.min(MATURITY_PER_BLOCK * height, MAX_MATURITY)
}

/** Returns true if a coin wins the block at a time (staking.md §3). */
export function stakeWins(place: StakePlace, coin: StakeCoin, time: number): boolean {
  const winsAtStep = createDraw(place, coin)
  if (winsAtStep === undefined) return false
  if (place.height < FREE_HEIGHTS) return true
  for (let step = 0; step < STEPS; step++) {
    const won = winsAtStep(time, step)
    if (won !== undefined) return won
  }
  return false
}

/**
 * Returns the earliest time, from `from` on, at which komodod's staker would use a coin. The staker tries the seconds
 * of one attempt and adds the delay of the coin's segid. The block at that time must win as well.
 * @param until later times are not searched
 */
export function earliestStake(
  place: StakePlace,
  coin: StakeCoin,
  from: number,
  until = Number.POSITIVE_INFINITY,
): number | undefined {
  const winsAtStep = createDraw(place, coin)
  if (winsAtStep === undefined) return undefined
  for (let step = 0; step < STEPS && from + step + winsAtStep.delay <= until; step++) {
    if (place.height >= FREE_HEIGHTS && winsAtStep(from, step) !== true) continue
    const time = from + step + winsAtStep.delay
    if (stakeWins(place, coin, time)) return time
  }
  return undefined
}

interface Draw {
  /** returns undefined if the coin is too young at this step */
  (time: number, step: number): boolean | undefined
  /** seconds */
  readonly delay: number
}

function createDraw({ height, parentTime, target, segids }: StakePlace, coin: StakeCoin): Draw | undefined {
  const { value, time: coinTime, address, outpoint } = coin
  if (value < MIN_STAKE || coinTime === undefined || address === undefined || target === 0n) return undefined
  const coins = value / COIN
  const ready = u32(coinTime + stakeMaturity(height))
  const { hash: ofAddress, segid32 } = addressHash(address)
  const delay = 2 * ((height + segid32) % 64)
  const hash = hashNumber(sha256(segids, ofAddress, outpoint.hash, i32le(outpoint.index)))
  const ratio = EASIEST / target
  const late = u32(parentTime + PARENT_DELAY + LATE_AFTER)
  const lateBase = u32(parentTime + PARENT_DELAY + LATE_BASE)

  const winsAtStep = (time: number, step: number): boolean | undefined => {
    const slot = u32(time + step + delay)
    if (slot < ready) return undefined
    // If only the delay makes the coin old enough, this wraps and counts as the maximum age. This behaviour of komodod
    // is a consensus rule.
    const past = Math.min(u32(step + time - ready), MAX_AGE)
    let age = u64(coins * BigInt(step > 0 ? past + delay : past))
    if (slot > late) age = u64(age * BigInt(u32(slot - lateBase)))
    const divisor = u64(age + 1n)
    return divisor !== 0n && BigInt.asUintN(256, ratio * (hash / divisor)) <= target
  }
  return Object.assign(winsAtStep, { delay })
}

function i32le(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}
