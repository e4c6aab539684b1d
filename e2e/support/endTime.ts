import { expect } from 'vitest'

/**
 * Maximum ratio of the time for ending or recovering to the start time. Both depend on the machine and its other work,
 * while an unwanted wait lengthens only the former. An idle machine starts and ends a daemon in a second.
 */
const MAX_RATIO = 4

/** Runs the work. Returns its result and its duration in ms. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly millis: number }> {
  const before = performance.now()
  const result = await work()
  return { result, millis: performance.now() - before }
}

/**
 * Expects that something took at most `MAX_RATIO` times as long as a start in the same run. `title` names it in the
 * output.
 */
export function expectSoon(title: string, millis: number, startMillis: number): void {
  console.log(`      ${title}: ${Math.round(millis)} ms; a start: ${Math.round(startMillis)} ms`)
  expect(millis).toBeLessThan(MAX_RATIO * startMillis)
}

/** Expects that a program ended soon, compared with a start in the same run. */
export const expectSoonEnded = (endMillis: number, startMillis: number): void =>
  expectSoon('ended', endMillis, startMillis)
