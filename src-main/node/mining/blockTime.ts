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
 * On a running clock blocks stand at least a second apart, as the reference's do because it sleeps in between. Here a batch
 * takes its seconds from the past instead, as far as the block before leaves room, so that the last one bears the present;
 * then from the minute that headers may run ahead. On a frozen clock every block bears its time, as with the reference.
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
