import { decodeCompact, hashNumber } from '../../primitives/index.ts'

/** Number of blocks in the window (staking.md §4). */
const WINDOW = 100
/** Easiest possible target of the proof of work. */
const EASY = decodeCompact(0x200071a0).target
/** Up to this height the target is EASY. */
const FIRST_HEIGHTS = 10

const u256 = (value: bigint): bigint => BigInt.asUintN(256, value)
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

export interface WorkTarget {
  /** target for the hash of an unstaked block */
  readonly target: bigint
  /** percentage of staked blocks in the window, as komodod computes it */
  readonly percent: number
}

interface Counted {
  readonly segid: (height: number) => number
  readonly hash: (height: number) => Uint8Array
}

/**
 * Computes the proof-of-work target at a height: harder while fewer blocks than intended are staked, easier while more
 * are (staking.md §4).
 * @param staked the intended percentage, 1 to 100
 * @param bitsTarget target encoded in the block's nBits
 */
export function workTarget(staked: number, bitsTarget: bigint, height: number, at: Counted): WorkTarget {
  if (staked === 100 && height <= WINDOW) return { target: bitsTarget, percent: 0 }
  if (height <= FIRST_HEIGHTS) return { target: EASY, percent: 0 }
  let stakes = 0
  let works = 0
  let sum = 0n
  for (let before = Math.max(height - WINDOW, 2); before < height; before++) {
    if (at.segid(before) >= 0) {
      stakes++
      continue
    }
    works++
    sum += hashNumber(at.hash(before))
  }
  const percent = works + stakes < WINDOW ? Math.trunc((stakes * stakes + staked * (WINDOW - stakes)) / 100) : stakes
  const average = works > 0 ? min(u256(sum) / BigInt(works), bitsTarget) : bitsTarget
  return { target: min(mixed(average, BigInt(staked), BigInt(percent === 0 ? 1 : percent)), EASY), percent }
}

function mixed(average: bigint, goal: bigint, percent: bigint): bigint {
  if (percent < goal) return u256((average / goal ** 4n) * percent ** 2n)
  if (percent === goal) return average
  const eased = u256((average / goal ** 2n) * percent ** 3n)
  if (eased > EASY) return EASY
  if (eased >= average) return eased
  const between = u256(u256(average * goal) + u256(EASY * percent)) / (percent + goal)
  return between < average ? average : between
}
