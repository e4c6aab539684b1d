import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { computeOdds, formatMissingRate, formatNetworkShare, formatWait } from './odds.ts'

beforeAll(() => loadTexts('mining'))

describe('computeOdds', () => {
  it('follows the exponential distribution: median below the mean, 95 % within three times the mean', () => {
    const { half, most: max, mean, median, p95 } = computeOdds({ chance: 1e-6, rate: 4 })
    expect(mean).toBeCloseTo(250_000)
    expect(half / 1e6).toBeCloseTo(Math.LN2, 5)
    expect(median).toBeCloseTo(250_000 * Math.LN2, 0)
    expect(max / half).toBeCloseTo(4.322, 3)
    expect(p95).toBeCloseTo(250_000 * Math.log(20), 0)
  })

  it('returns solutions but infinite times while not mining', () => {
    const odds = computeOdds({ chance: 1 / 17, rate: 0 })
    expect(odds.half).toBeCloseTo(11.43, 2)
    expect([odds.mean, odds.median, odds.p95]).toEqual([Infinity, Infinity, Infinity])
  })
})

describe('formatMissingRate', () => {
  it('returns measuring while the first solutions are counted', () => {
    expect(formatMissingRate({ state: 'mining' }, 'not mining')).toBe('measuring')
    expect(formatMissingRate({ state: 'paused' }, 'not mining')).toBe('not mining')
  })
})

describe('formatWait', () => {
  it('formats times exactly up to a thousand years', () => {
    expect([4.21, 90, 7200, 86_400 * 800, 1e12].map(formatWait)).toEqual([
      '4.2 s',
      '90 s',
      '2 h',
      '2 y',
      'over 1,000 y',
    ])
  })
})

describe('formatNetworkShare', () => {
  it.each([
    [0, 10, '0 %'],
    [3, 0, 'nearly all'],
    [5, 3, 'nearly all'],
    [3, 6, '50 %'],
    [1, 1_000, 'under 1 %'],
  ])('formats %d of %d as %s', (rate, network, words) => expect(formatNetworkShare(rate, network)).toBe(words))
})
