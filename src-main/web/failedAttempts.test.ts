import { describe, expect, it } from 'vitest'
import { FailedAttempts } from './failedAttempts.ts'

const HOUR = 60 * 60 * 1000

function make() {
  const clock = { now: 0 }
  const attempts = new FailedAttempts(() => clock.now)
  /** Returns the milliseconds until the next attempt is allowed. */
  const pause = () => {
    const before = clock.now
    for (;;) {
      try {
        attempts.check()
        const waited = clock.now - before
        clock.now = before
        return waited
      } catch {
        clock.now += 1000
      }
    }
  }
  return { clock, attempts, pause }
}

describe('FailedAttempts', () => {
  it('allows three failures without a pause, then doubles the pause up to an hour', () => {
    const { attempts, pause, clock } = make()
    const pauses = Array.from({ length: 15 }, () => {
      attempts.failed()
      const waited = pause()
      clock.now += waited
      return waited / 1000
    })
    expect(pauses).toEqual([0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600])
  })

  it('reports the remaining time of the pause', () => {
    const { attempts } = make()
    for (let count = 0; count < 4; count += 1) attempts.failed()
    expect(() => attempts.check()).toThrow('try again in 5 s. Nothing was done.')
    for (let count = 0; count < 5; count += 1) attempts.failed()
    expect(() => attempts.check()).toThrow('try again in 3 min')
  })

  it('clears failures after a correct answer, and an hour after the last pause', () => {
    const { attempts, pause, clock } = make()
    for (let count = 0; count < 9; count += 1) attempts.failed()
    attempts.succeeded()
    expect(pause()).toBe(0)
    for (let count = 0; count < 4; count += 1) attempts.failed()
    clock.now += 5000 + HOUR
    attempts.failed()
    expect(pause()).toBe(10_000)
    clock.now += 10_001 + HOUR
    attempts.failed()
    expect(pause()).toBe(0)
  })

  it('limits guesses of a code to fewer than ten per hour', () => {
    const { attempts, pause, clock } = make()
    let guesses = 0
    while (clock.now < 30 * HOUR) {
      // Best strategy of an attacker: a few guesses, then waiting until they expire.
      for (let count = 0; count < 12; count += 1) {
        clock.now += pause()
        attempts.failed()
        guesses += 1
      }
      clock.now += pause() + HOUR + 1
    }
    expect(guesses / 30).toBeLessThan(10)
  })
})
