import { expect } from 'vitest'

/**
 * Maximum ratio of the time in which a program ends to that in which it starts: both depend on the machine and on what else it
 * does, while a wait that should not be there makes only the end longer. An idle machine starts and ends a daemon within a second.
 */
const MAX_END_RATIO = 4

/** Returns the result of the work, and the milliseconds that it took. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly millis: number }> {
  const before = performance.now()
  const result = await work()
  return { result, millis: performance.now() - before }
}

/** Expects that a program ended soon, measured by a start in the same run. */
export function expectSoonEnded(endMillis: number, startMillis: number): void {
  console.log(`      ended after ${Math.round(endMillis)} ms; a start took ${Math.round(startMillis)} ms`)
  expect(endMillis).toBeLessThan(MAX_END_RATIO * startMillis)
}
