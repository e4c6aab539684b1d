/** Limits the flow of transactions that pay less than the relay fee (transactions-and-script.md §3.4). */
export interface FreeRelay {
  /** Whether another free transaction of this size may pass now; counts it if so. `now` in unix seconds. */
  pass(size: number, now: number): boolean
}

/** The count of recent free bytes falls to 1/e in this many seconds. */
const DECAY_SECONDS = 600
/** Ten minutes' worth may come at once. */
const BURST_MINUTES = 10

/** @param kilobytesPerMinute thousand bytes a minute in the long run */
export function createFreeRelay(kilobytesPerMinute: number): FreeRelay {
  const limit = kilobytesPerMinute * BURST_MINUTES * 1_000
  let recent = 0
  let last = 0

  return {
    pass(size, now) {
      recent *= (1 - 1 / DECAY_SECONDS) ** Math.max(0, now - last)
      last = now
      if (recent >= limit) return false
      recent += size
      return true
    },
  }
}
