import { earliestStake, type StakePlace, stakeMaturity } from '../../consensus/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'
import type { StakeableCoin } from './types.ts'

/** Maximum time of the search between two yields to the event loop, in ms. */
const SLICE_MS = 8
/** Seconds that one search covers; coins too young to stake within them are skipped. */
const REACH = 600 + 2 * 63

export interface StakeCandidate {
  readonly coin: StakeableCoin
  /** time of the block that the coin wins, in unix seconds */
  readonly time: number
}

export interface StakeSearch {
  readonly place: StakePlace
  readonly coins: readonly StakeableCoin[]
  /** earliest time of the block */
  readonly from: number
  readonly millis: () => number
  /** cancels the search with the signal's reason */
  readonly signal?: AbortSignal | undefined
}

/**
 * Finds the coin that wins the earliest block; the smallest coin if several win at the same time (staking.md §7).
 * Returns undefined if no coin wins soon.
 */
export async function findStake(search: StakeSearch): Promise<StakeCandidate | undefined> {
  const { place, from, millis, signal } = search
  let best: StakeCandidate | undefined
  let sliceEnd = millis() + SLICE_MS
  for (const coin of search.coins) {
    if (coin.time + stakeMaturity(place.height) > from + REACH) continue
    const time = earliestStake(place, coin, from, best?.time)
    if (time !== undefined && isBetter({ coin, time }, best)) best = { coin, time }
    if (millis() < sliceEnd) continue
    await yieldToEventLoop()
    signal?.throwIfAborted()
    sliceEnd = millis() + SLICE_MS
  }
  return best
}

function isBetter({ time, coin }: StakeCandidate, than: StakeCandidate | undefined): boolean {
  if (than === undefined || time !== than.time) return than === undefined || time < than.time
  return coin.value < than.coin.value
}

const LEAD = 30
const BEHIND = 60

/** Returns the first time that komodod's staker would try for a block (staking.md §7). */
export function firstStakeTime(parentTime: number, earliest: number, now: number): number {
  const after = Math.max(parentTime + LEAD, earliest)
  return after < now - BEHIND ? now + LEAD : after
}
