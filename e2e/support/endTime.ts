import { expect } from 'vitest'

/**
 * Maximum ratio of the time in which a program ends or recovers to that in which it starts: both depend on the machine and on its
 * other work, while a wait that should not be there lengthens only the one. An idle machine starts and ends a daemon in a second.
 */
const MAX_RATIO = 4

/** Returns the result of the work, and the milliseconds that it took. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly millis: number }> {
  const before = performance.now()
  const result = await work()
  return { result, millis: performance.now() - before }
}

/** Expects that something took not much longer than a start in the same run; `title` names it in the output. */
export function expectSoon(title: string, millis: number, startMillis: number): void {
  console.log(`      ${title}: ${Math.round(millis)} ms; a start: ${Math.round(startMillis)} ms`)
  expect(millis).toBeLessThan(MAX_RATIO * startMillis)
}

/** Expects that a program ended soon, measured by a start in the same run. */
export const expectSoonEnded = (endMillis: number, startMillis: number): void =>
  expectSoon('ended', endMillis, startMillis)
