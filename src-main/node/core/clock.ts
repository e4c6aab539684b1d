/** Source of time; regtest can freeze it (`setmocktime`). */
export interface Clock {
  /** unix seconds, honours mock time */
  now(): number
  /** wall-clock milliseconds, never mocked; for durations and file names */
  millis(): number
}

/** Clock that `setmocktime` can freeze. */
export interface MockableClock extends Clock {
  /** Freezes `now()` at this unix second; 0 lets it run again. `millis()` is never affected. */
  setMock(seconds: number): void
}

/** Returns the machine's clock. Tests inject `millis`. */
export function systemClock(millis: () => number = Date.now): MockableClock {
  let mock = 0
  return {
    now: () => (mock > 0 ? mock : Math.floor(millis() / 1000)),
    millis,
    setMock(seconds) {
      mock = seconds
    },
  }
}
