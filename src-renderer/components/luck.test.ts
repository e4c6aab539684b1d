import { describe, expect, it } from 'vitest'
import { formatSeconds, formatShare, luckSentence, probabilityAfter, timeFor } from './luck.ts'

describe('probabilityAfter', () => {
  it('is the geometric law: nothing at first, half at the median, 95 of 100 at the 95 % mark', () => {
    expect(probabilityAfter(0)).toBe(0)
    expect(probabilityAfter(1)).toBeCloseTo(1 / 65_536, 12)
    expect(probabilityAfter(45_425)).toBeLessThan(0.5)
    expect(probabilityAfter(45_426)).toBeGreaterThanOrEqual(0.5)
    expect(probabilityAfter(196_326)).toBeLessThan(0.95)
    expect(probabilityAfter(196_327)).toBeGreaterThanOrEqual(0.95)
  })

  it('never claims certainty while there is some doubt left', () => {
    expect(probabilityAfter(2_000_000)).toBeLessThan(1)
  })
})

describe('formatShare', () => {
  it('cuts rather than rounds, and never says 100 %', () => {
    expect([0, 0.004, 0.01, 0.8299, 0.9899].map(formatShare)).toEqual(['0 %', 'under 1 %', '1 %', '82 %', '98 %'])
    expect([0.9939, 0.99999, 1].map(formatShare)).toEqual(['99.3 %', '99.99 %', '99.99 %'])
  })
})

describe('formatSeconds and timeFor', () => {
  it('shows tenths while they matter', () => {
    expect([0, 5.62, 9.96, 24.4, 119, 200].map(formatSeconds)).toEqual([
      '0.0 s',
      '5.6 s',
      '10 s',
      '24 s',
      '119 s',
      '3 min',
    ])
  })

  it('knows no time without a rate', () => {
    expect(timeFor(45_426, 8100)).toBe('5.6 s')
    expect(timeFor(45_426, 0)).toBeUndefined()
  })
})

describe('luckSentence', () => {
  it('tells how many claims are found sooner', () => {
    expect(luckSentence(0.1)).toBe('Just begun: 10 % of claims are found sooner.')
    expect(luckSentence(0.825)).toBe('Unlucky so far: 82 % of claims are found sooner.')
    expect(luckSentence(0.9951)).toBe('Very unlucky so far: 99.5 % of claims are found sooner.')
  })
})
