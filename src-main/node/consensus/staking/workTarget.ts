import { decodeCompact, hashNumber } from '../../primitives/index.ts'

/** Blocks whose shares are counted (staking.md §4). */
const WINDOW = 100
/** No proof of work need be harder than this. */
const EASY = decodeCompact(0x200071a0).target
/** Up to this height the target is EASY. */
const FIRST_HEIGHTS = 10

const u256 = (value: bigint): bigint => BigInt.asUintN(256, value)
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

export interface WorkTarget {
  /** what the hash of a block without a stake has to meet */
  readonly target: bigint
  /** per cent of the last blocks that are staked, as other nodes count it */
  readonly percent: number
}

interface Counted {
  readonly segid: (height: number) => number
  readonly hash: (height: number) => Uint8Array
}

/**
 * The target of the proof of work at a height: harder while fewer blocks are staked than wished, easier while more are
 * (staking.md §4).
 * @param staked the wished share, 1 to 100
 * @param bitsTarget of the block's nBits
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
  const average = works > 0 ? least(u256(sum) / BigInt(works), bitsTarget) : bitsTarget
  return { target: least(mixed(average, BigInt(staked), BigInt(percent === 0 ? 1 : percent)), EASY), percent }
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
