import type { MockableClock } from '../core/index.ts'

/** Clock that is frozen unless a test moves it. */
export interface TestClock extends MockableClock {
  advance(seconds: number): void
  set(seconds: number): void
}

export function createTestClock(start: number): TestClock {
  let now = start
  let millis = start * 1000
  return {
    now: () => now,
    // Every read advances it, so that loops that wait for time to pass end.
    millis: () => millis++,
    setMock(seconds) {
      if (seconds > 0) now = seconds
    },
    advance(seconds) {
      now += seconds
    },
    set(seconds) {
      now = seconds
    },
  }
}
