export interface BlockTimeInput {
  /** the earliest time that the chain allows */
  readonly earliest: number
  /** seconds that a header may be ahead of the clock */
  readonly maxAhead: number
  /** time of the block before */
  readonly prevTime: number
  readonly now: number
  /** whether the clock moves by itself; a mocked one stands still */
  readonly running: boolean
  /** blocks that the same call mines after this one */
  readonly remaining: number
  /** seconds that it would like to have between them */
  readonly pace: number
}

/**
 * The time of the next block, or undefined if none is acceptable yet.
 *
 * On a running clock block times are at least a second apart, as the reference's are because it sleeps in between. Here a
 * batch uses past seconds instead, as far as the previous block leaves room, so that its last block has the present time;
 * then seconds that headers may be ahead. On a frozen clock every block has its time, as in the reference.
 */
export function nextBlockTime(input: BlockTimeInput): number | undefined {
  const time = wantedTime(input)
  return time <= input.now + input.maxAhead ? time : undefined
}

/** Seconds that have to pass on the clock before the next block has an acceptable time; 0: it has one now. */
export function secondsToWait(input: BlockTimeInput): number {
  return Math.max(0, wantedTime(input) - input.now - input.maxAhead)
}

function wantedTime({ earliest, prevTime, now, running, remaining, pace }: BlockTimeInput): number {
  return running ? Math.max(earliest, prevTime + 1, now - remaining * pace) : Math.max(earliest, now)
}
