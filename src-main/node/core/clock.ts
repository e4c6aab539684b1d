import { randomBytes } from 'node:crypto'
import type { Clock, Random } from './index.ts'

/** A clock that `setmocktime` can freeze. */
export interface MockableClock extends Clock {
  /** Freezes `now()` at this unix second; 0 lets it run again. `millis()` is never affected. */
  setMock(seconds: number): void
}

/** The machine's clock. `millis` is a parameter so that tests bring their own. */
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

/** Randomness of the operating system, good enough for keys. */
export function systemRandom(): Random {
  return {
    bytes(length) {
      const buffer = randomBytes(length)
      return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
    },
  }
}
