import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextBlockTime } from './blockTime.ts'

const now = 1_700_000_000
const base = { earliest: now - 499, maxAhead: 60, prevTime: now - 400, now, running: true, remaining: 0, pace: 1 }

describe('nextBlockTime', () => {
  it('returns the current time for a single block', () => {
    expect(nextBlockTime(base)).toBe(now)
  })

  it('gives the blocks of a batch one second each, ending at the current time', () => {
    const times: number[] = []
    let prevTime = now - 400
    for (let remaining = 4; remaining >= 0; remaining--) {
      const time = nextBlockTime({ ...base, prevTime, remaining })!
      times.push(time - now)
      prevTime = time
    }
    expect(times).toEqual([-4, -3, -2, -1, 0])
  })

  it('returns a time after the previous block and not below the earliest time', () => {
    expect(nextBlockTime({ ...base, prevTime: now - 2, remaining: 100 })).toBe(now - 1)
    expect(nextBlockTime({ ...base, earliest: now + 5, prevTime: now + 1 })).toBe(now + 5)
  })

  it('returns undefined beyond a minute ahead of the clock', () => {
    expect(nextBlockTime({ ...base, prevTime: now + 59 })).toBe(now + 60)
    expect(nextBlockTime({ ...base, prevTime: now + 60 })).toBeUndefined()
  })

  it('returns the time of a frozen clock unless the median requires a later one', () => {
    expect(nextBlockTime({ ...base, prevTime: now, running: false, remaining: 7 })).toBe(now)
    expect(nextBlockTime({ ...base, earliest: now + 1, prevTime: now, running: false })).toBe(now + 1)
    expect(nextBlockTime({ ...base, earliest: now + 61, running: false })).toBeUndefined()
  })

  it('spreads a batch by the given pace, unless the previous block is too recent', () => {
    const throttle = { ...base, pace: 60, prevTime: now - 100, earliest: now - 99 }
    expect(nextBlockTime({ ...throttle, remaining: 1 })).toBe(now - 60)
    expect(nextBlockTime({ ...throttle, remaining: 2 })).toBe(now - 99)
  })

  it('satisfies the header rules for any input', () => {
    const offset = fc.integer({ min: -1000, max: 100 })
    fc.assert(
      fc.property(offset, offset, fc.boolean(), fc.nat(200), (median, prev, running, remaining) => {
        const earliest = now + Math.min(median, prev) + 1
        const limits = { earliest, maxAhead: 60, pace: 1 }
        const time = nextBlockTime({ ...limits, prevTime: now + prev, now, running, remaining })
        if (time === undefined) return
        expect(time).toBeGreaterThanOrEqual(earliest)
        expect(time).toBeLessThanOrEqual(now + 60)
        if (running) expect(time).toBeGreaterThan(now + prev)
      }),
    )
  })
})
