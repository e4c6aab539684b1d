import { describe, expect, it } from 'vitest'
import { QuestionRateLimiter } from './rateLimits.ts'

/** Returns the delays of a page that asks again as soon as it may, one per prompt. */
function pausesOfLoop(questions: number, openMs: number, waitsMs: number): number[] {
  let now = 0
  const limiter = new QuestionRateLimiter(() => now)
  const pauses: number[] = []
  for (let count = 0; count < questions; count++) {
    limiter.opened()
    now += openMs
    limiter.corrected('payment')
    const ended = now
    now += waitsMs
    while (isTooSoon(limiter)) now += 1_000
    pauses.push((now - ended - waitsMs) / 1_000)
  }
  return pauses
}

function isTooSoon(limiter: QuestionRateLimiter): boolean {
  try {
    limiter.check('payment')
    return false
  } catch {
    return true
  }
}

describe('QuestionRateLimiter.corrected', () => {
  it('allows ten corrections in a row without delay', () => {
    expect(pausesOfLoop(10, 2_000, 2_001)).toEqual(Array.from({ length: 10 }, () => 0))
  })

  it('delays a page that asks again immediately, as after a refusal', () => {
    // The first prompt has no predecessor, so its correction is free.
    expect(pausesOfLoop(3, 60_000, 0)).toEqual([0, 0, 5])
  })

  it('counts a correction of a prompt open for less than 2 s as a refusal', () => {
    expect(pausesOfLoop(6, 1_999, 10_000)).toEqual([0, 0, 5, 50, 290, 290])
  })

  it('leaves other kinds and earlier refusals unchanged', () => {
    let now = 0
    const limiter = new QuestionRateLimiter(() => now)
    limiter.opened()
    limiter.refused('payment')
    limiter.opened()
    limiter.refused('payment')
    now += 5_000
    limiter.opened()
    now += 2_000
    limiter.corrected('payment')
    now += 3_000
    limiter.opened()
    limiter.refused('payment')
    expect(() => limiter.check('payment')).toThrow('it can be asked again in 15 s')
    expect(() => limiter.check('stop')).not.toThrow()
  })
})
