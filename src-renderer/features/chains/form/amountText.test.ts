import { describe, expect, it } from 'vitest'
import { longDuration, roundCoins, shortCoins, wholeCoins } from './amountText.ts'

const coins = (count: number) => BigInt(count) * 100_000_000n

describe('shortCoins', () => {
  it('formats an amount compactly for an axis label', () => {
    expect([0n, 5n, coins(20), coins(2500), coins(5_000_000), coins(90_000_000_000)].map(shortCoins)).toEqual([
      '0',
      '0.00000005',
      '20',
      '2.5 k',
      '5 M',
      '90 B',
    ])
  })
})

describe('wholeCoins', () => {
  it('rounds a premine to whole coins and keeps small amounts exact', () => {
    expect(wholeCoins(coins(1_000_000) + 1_581_505n)).toBe('1,000,000')
    expect(wholeCoins(10_000n)).toBe('0.0001')
  })
})

describe('roundCoins', () => {
  it('writes millions and billions as words, and smaller supplies in digits', () => {
    expect([coins(21_000), coins(1_525_960), coins(90_000_000_000)].map(roundCoins)).toEqual([
      '21,000',
      '1.5 million',
      '90 billion',
    ])
  })
})

describe('longDuration', () => {
  it('uses the largest suitable unit', () => {
    expect([45, 600, 86_400 * 3, 365.25 * 86_400 * 3.8, 365.25 * 86_400 * 96].map(longDuration)).toEqual([
      '45 seconds',
      '10 minutes',
      '3 days',
      '3.8 years',
      '96 years',
    ])
  })
})
