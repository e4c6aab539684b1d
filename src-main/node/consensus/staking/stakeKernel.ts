import { sha256 } from '../../crypto/index.ts'
import { COIN, decodeCompact, hashNumber, type OutPoint } from '../../primitives/index.ts'
import { addressHash, NOT_STAKED } from './segid.ts'

/** Smallest coin that can win, in satoshis. */
export const MIN_STAKE = COIN
/** Blocks whose segids enter the hash of a stake; the parent is not among them (staking.md §3). */
const SEGIDS_BEFORE = 100
const OLDEST_SEGID = 101
/** Heights below this: any coin wins. */
const FREE_HEIGHTS = 10
/** Seconds of age that count for nothing: three a block, up to this. */
const MATURITY_A_BLOCK = 3
const MOST_MATURITY = 6_000
/** Seconds that one attempt goes through. */
const STEPS = 600
/** Age beyond this counts no further: 30 days. */
const MOST_AGE = 2_592_000
/** Seconds after the parent from which age counts more and more, and what is taken off. */
const PARENT_DELAY = 27
const LATE_AFTER = 480
const LATE_BASE = 400
/** What ratios of difficulty are measured by. */
const EASIEST = decodeCompact(0x200f0f0f).target

const u32 = (value: number): number => value >>> 0
const u64 = (value: bigint): bigint => BigInt.asUintN(64, value)

/** Where a stake is to stand. */
export interface StakePlace {
  readonly height: number
  /** unix seconds */
  readonly parentTime: number
  /** of the block's nBits */
  readonly target: bigint
  /** segids of the blocks height − 101 to height − 2, as bytes */
  readonly segids: Uint8Array
}

export interface StakeCoin {
  /** satoshis */
  readonly value: bigint
  /** time of the block that holds it, unix seconds; undefined: it is not in an earlier block */
  readonly time: number | undefined
  /** address of its script; undefined: it has none */
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

/** Seconds that a coin has to lie before it can win at a height. */
export function stakeMaturity(height: number): number {
  return Math.min(MATURITY_A_BLOCK * height, MOST_MATURITY)
}

/** Whether a coin wins the block of a time (staking.md §3). */
export function stakeWins(place: StakePlace, coin: StakeCoin, time: number): boolean {
  const draw = drawOf(place, coin)
  if (draw === undefined) return false
  if (place.height < FREE_HEIGHTS) return true
  for (let step = 0; step < STEPS; step++) {
    const won = draw(time, step)
    if (won !== undefined) return won
  }
  return false
}

/**
 * The earliest time, from a time on, for which the reference's staker would use a coin: it goes through the seconds of one
 * attempt, and adds the delay of the coin's segid. The block of that time has to win as well.
 * @param until later times are of no use
 */
export function earliestStake(
  place: StakePlace,
  coin: StakeCoin,
  from: number,
  until = Number.POSITIVE_INFINITY,
): number | undefined {
  const draw = drawOf(place, coin)
  if (draw === undefined) return undefined
  for (let step = 0; step < STEPS && from + step + draw.delay <= until; step++) {
    if (place.height >= FREE_HEIGHTS && draw(from, step) !== true) continue
    const time = from + step + draw.delay
    if (stakeWins(place, coin, time)) return time
  }
  return undefined
}

interface Draw {
  /** undefined: too young at this step */
  (time: number, step: number): boolean | undefined
  /** seconds */
  readonly delay: number
}

function drawOf({ height, parentTime, target, segids }: StakePlace, coin: StakeCoin): Draw | undefined {
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

  const draw = (time: number, step: number): boolean | undefined => {
    const slot = u32(time + step + delay)
    if (slot < ready) return undefined
    // Where only the delay makes the coin old enough this wraps, and counts as the greatest age: a rule by now.
    const past = Math.min(u32(step + time - ready), MOST_AGE)
    let age = u64(coins * BigInt(step > 0 ? past + delay : past))
    if (slot > late) age = u64(age * BigInt(u32(slot - lateBase)))
    const divisor = u64(age + 1n)
    return divisor !== 0n && BigInt.asUintN(256, ratio * (hash / divisor)) <= target
  }
  return Object.assign(draw, { delay })
}

function i32le(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}
