import { earliestStake, type StakeBranch, stakePlace } from '../../consensus/index.ts'
import { decodeCompact } from '../../primitives/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'
import type { StakeableCoin } from './types.ts'

/** Result of trying today's coins against the last blocks. */
export interface StakeBacktest {
  /** number of blocks examined */
  readonly tested: number
  /** number of examined blocks that one of the coins would have won */
  readonly first: number
  /** average number of seconds between these blocks */
  readonly spacing: number
}

export interface StakeBacktestInput {
  /** height of the tip */
  readonly height: number
  readonly branch: StakeBranch & { bits(height: number): number }
  readonly coins: readonly StakeableCoin[]
  readonly millis: () => number
}

const BLOCKS = 50
/** Maximum number of coins tried: more would take seconds, and the largest decide the result. */
const MAX_COINS = 200
const SLICE_MS = 8
/**
 * A stake is tried from LEAD seconds after the parent, and a staked block may be published EARLY seconds before its
 * time.
 */
const LEAD = 30
const EARLY = 57
/** Below this height any coin wins, so these blocks are left out. */
const FIRST_HEIGHT = 11

/**
 * Counts how often these coins, at their current age, would have won the last blocks. This is not a forecast: competing stakers
 * change, and each block is a new draw.
 */
export async function backtestStakes({
  height: tip,
  branch,
  coins,
  millis,
}: StakeBacktestInput): Promise<StakeBacktest> {
  const largest = [...coins].sort((a, b) => (a.value === b.value ? 0 : a.value > b.value ? -1 : 1)).slice(0, MAX_COINS)
  const ages = largest.map(({ time }) => branch.time(tip) - time)
  const lowest = Math.max(FIRST_HEIGHT, tip - BLOCKS + 1)
  let first = 0
  let sliceEnd = millis() + SLICE_MS
  for (let height = tip; height >= lowest; height--) {
    const parentTime = branch.time(height - 1)
    const place = stakePlace({ height, parentTime, target: decodeCompact(branch.bits(height)).target }, branch.segid)
    const until = branch.time(height) + (branch.segid(height) < 0 ? EARLY : 0)
    for (const [index, coin] of largest.entries()) {
      const then = { ...coin, time: parentTime - ages[index]! }
      const won = earliestStake(place, then, parentTime + LEAD, until) !== undefined
      if (won) first++
      if (millis() >= sliceEnd) {
        await yieldToEventLoop()
        sliceEnd = millis() + SLICE_MS
      }
      if (won) break
    }
  }
  const tested = Math.max(0, tip - lowest + 1)
  const spacing = tested < 2 ? 0 : (branch.time(tip) - branch.time(lowest)) / (tested - 1)
  return { tested, first, spacing: Math.max(0, spacing) }
}
