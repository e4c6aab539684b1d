import { describe, expect, it } from 'vitest'
import { formatSeconds, formatShare, probabilityAfter, timeFor, timeLeft } from './luck.ts'

describe('probabilityAfter', () => {
  it('follows the geometric distribution: 0 at the start, half at the median, 95 % at the 95 % mark', () => {
    expect(probabilityAfter(0)).toBe(0)
    expect(probabilityAfter(1)).toBeCloseTo(1 / 65_536, 12)
    expect(probabilityAfter(45_425)).toBeLessThan(0.5)
    expect(probabilityAfter(45_426)).toBeGreaterThanOrEqual(0.5)
    expect(probabilityAfter(196_326)).toBeLessThan(0.95)
    expect(probabilityAfter(196_327)).toBeGreaterThanOrEqual(0.95)
  })

  it('stays below 1 for any number of attempts', () => {
    expect(probabilityAfter(2_000_000)).toBeLessThan(1)
  })
})

describe('formatShare', () => {
  it('truncates instead of rounding, and never returns 100 %', () => {
    expect([0, 0.004, 0.01, 0.8299, 0.9899].map(formatShare)).toEqual(['0 %', 'under 1 %', '1 %', '82 %', '98 %'])
    expect([0.9939, 0.99999, 1].map(formatShare)).toEqual(['99.3 %', '99.99 %', '99.99 %'])
  })
})

describe('formatSeconds', () => {
  it('shows tenths for less than 10 s', () => {
    expect([0, 5.62, 9.96, 24.4, 119, 200].map(formatSeconds)).toEqual([
      '0.0 s',
      '5.6 s',
      '10 s',
      '24 s',
      '119 s',
      '3 min',
    ])
  })
})

describe('timeFor', () => {
  it('returns the time for a number of attempts, or undefined for an unknown rate', () => {
    expect(timeFor(45_426, 8100)).toBe('5.6 s')
    expect(timeFor(45_426, 0)).toBeUndefined()
  })
})

describe('timeLeft', () => {
  const pace = { elapsed: 1, median: 45_426, p95: 196_327 }

  it('gives a range from the median to the 95 % mark, independent of past attempts', () => {
    expect(timeLeft({ ...pace, rate: 2184 })).toBe('About 21 to 90 s left')
    expect(timeLeft({ ...pace, rate: 30_000 })).toBe('About 2 to 7 s left')
    expect(timeLeft({ ...pace, rate: 1000 })).toBe('About 45 s to 3 min left')
    expect(timeLeft({ ...pace, rate: 1e9 })).toBe('About 1 to 2 s left')
  })

  it('returns no time without a rate or during the first second', () => {
    expect(timeLeft({ ...pace, elapsed: 0.9, rate: 2184 })).toBe('Measuring the time left…')
    expect(timeLeft({ ...pace, rate: 0 })).toBe('Measuring the time left…')
  })
})
