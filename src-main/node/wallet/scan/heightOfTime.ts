import type { ScannedChain } from './rescan.ts'

/** Maximum error of block times, in seconds. */
const CLOCK_SLACK = 7200

/** Returns the height of the first block that may contain transactions made at this time. */
export function heightOfTime(chain: ScannedChain, seconds: number): number {
  let low = 0
  let high = chain.tip().height + 1
  // Block times are not sorted, but their disorder is within CLOCK_SLACK.
  while (low < high) {
    const middle = (low + high) >> 1
    if ((chain.byHeight(middle)?.time ?? 0) < seconds - CLOCK_SLACK) low = middle + 1
    else high = middle
  }
  return low
}
