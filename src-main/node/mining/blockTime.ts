/** A header may be at most this far ahead of the clock (chain-params.md §7.2). */
const MAX_AHEAD_SECONDS = 60

export interface BlockTimeInput {
  /** median time past of the block before */
  readonly medianTimePast: number
  /** time of the block before */
  readonly prevTime: number
  readonly now: number
  /** whether the clock moves by itself; a mocked one stands still */
  readonly running: boolean
  /** blocks that the same call mines after this one */
  readonly remaining: number
}

/**
 * The time of the next block, or undefined if none is acceptable yet.
 *
 * On a running clock block times are at least a second apart, as the reference's are because it sleeps in between. Here a
 * batch uses past seconds instead, as far as the previous block leaves room, so that its last block has the present time;
 * then seconds of the minute that headers may be ahead. On a frozen clock every block has its time, as in the reference.
 */
export function nextBlockTime(input: BlockTimeInput): number | undefined {
  const time = wantedTime(input)
  return time <= input.now + MAX_AHEAD_SECONDS ? time : undefined
}

/** Seconds that have to pass on the clock before the next block has an acceptable time; 0: it has one now. */
export function secondsToWait(input: BlockTimeInput): number {
  return Math.max(0, wantedTime(input) - input.now - MAX_AHEAD_SECONDS)
}

function wantedTime({ medianTimePast, prevTime, now, running, remaining }: BlockTimeInput): number {
  const earliest = medianTimePast + 1
  return running ? Math.max(earliest, prevTime + 1, now - remaining) : Math.max(earliest, now)
}
