export interface BlockTimeInput {
  /** earliest time that the chain allows */
  readonly earliest: number
  /** maximum number of seconds that a header may be ahead of the clock */
  readonly maxAhead: number
  readonly prevTime: number
  readonly now: number
  /** true for a running clock, false for a mocked one that does not advance */
  readonly running: boolean
  /** number of blocks that the same call mines after this one */
  readonly remaining: number
  /** preferred number of seconds between the blocks of a batch */
  readonly pace: number
}

/**
 * Returns the time of the next block, or undefined if no acceptable time exists yet.
 *
 * With a running clock, block times differ by at least a second, like komodod's, which sleeps in between. A batch uses
 * past seconds instead, as far back as the previous block allows, so that its last block has the current time. After
 * that it uses seconds ahead of the clock, up to the header limit. With a frozen clock every block has the clock's
 * time, as in komodod.
 */
export function nextBlockTime(input: BlockTimeInput): number | undefined {
  const time = wantedTime(input)
  return time <= input.now + input.maxAhead ? time : undefined
}

/** Returns the seconds until the next block has an acceptable time, or 0 if it has one now. */
export function secondsToWait(input: BlockTimeInput): number {
  return Math.max(0, wantedTime(input) - input.now - input.maxAhead)
}

function wantedTime({ earliest, prevTime, now, running, remaining, pace }: BlockTimeInput): number {
  return running ? Math.max(earliest, prevTime + 1, now - remaining * pace) : Math.max(earliest, now)
}
