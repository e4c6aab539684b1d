import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { formatAmount } from '#shared/units.ts'
import { useDisplayStyle } from './displayStyle.ts'
import {
  amountParts,
  formatAge,
  formatBytes,
  formatClock,
  formatDay,
  formatDuration,
  formatShortDay,
  formatTime,
  groupDigits,
  plainAmount,
  plural,
  readTypedAmount,
} from './format.ts'

describe('dates', () => {
  afterEach(() => useDisplayStyle.getState().setDates('language'))

  it('are as the language has them, or as ISO 8601 in the time zone of the system', () => {
    const time = new Date(2026, 10, 2, 20, 5, 9).getTime() / 1000
    expect(formatDay(time)).toBe('Nov 2, 2026')
    useDisplayStyle.getState().setDates('iso')
    expect(formatTime(time)).toBe('2026-11-02 20:05:09')
    expect(formatDay(time)).toBe('2026-11-02')
    expect(formatClock(time)).toBe('20:05')
    expect(formatShortDay(time)).toBe('11-02')
  })
})

describe('amounts', () => {
  it('keeps every digit of any amount from the wire and back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999_999_999n }), (satoshis) => {
        expect(readTypedAmount(formatAmount(satoshis))).toBe(satoshis)
        expect(readTypedAmount(plainAmount(satoshis))).toBe(satoshis)
      }),
    )
  })

  it('takes an amount apart into grouped whole, decimals and padding zeros', () => {
    expect(amountParts(-123_456_750_000_000n)).toEqual({
      sign: '−',
      whole: '1,234,567',
      fraction: '5',
      zeros: '0000000',
    })
    expect(amountParts(1n)).toEqual({ sign: '', whole: '0', fraction: '00000001', zeros: '' })
  })

  it('takes what this program prints', () => {
    expect(readTypedAmount('1,000')).toBe(100_000_000_000n)
    expect(readTypedAmount('1,234,567.5')).toBe(123_456_750_000_000n)
  })

  it.each(['', '1abc', '-1', '1e3', '0.123456789', '1,5', '1,00', '.5', '5.', '0x10', '1 0'])('refuses %j', (text) => {
    expect(readTypedAmount(text)).toBeUndefined()
  })
})

describe('words for numbers', () => {
  it('groups digits', () => {
    expect([0, 999, 1000, 1234567n, '100000'].map(groupDigits)).toEqual(['0', '999', '1,000', '1,234,567', '100,000'])
  })

  it('names sizes and times in the unit that fits', () => {
    expect([0, 297, 999, 1000, 1536, 999_960, 2_000_000].map(formatBytes)).toEqual([
      '0 B',
      '297 B',
      '999 B',
      '1 kB',
      '1.54 kB',
      '1 MB',
      '2 MB',
    ])
    expect([0, 59, 60, 3599, 3600, 7500, 90_000, 498_528_000].map(formatDuration)).toEqual([
      '0 s',
      '59 s',
      '1 min',
      '59 min',
      '1 h',
      '2 h 5 min',
      '1 d 1 h',
      '15 y',
    ])
  })

  it('never shows a negative age', () => {
    expect(formatAge(105, 100)).toBe('just now')
    expect(formatAge(40, 100)).toBe('1 min ago')
  })

  it('has no "1 blocks"', () => {
    expect([plural(1, 'block'), plural(0, 'block'), plural(1200n, 'block')]).toEqual([
      '1 block',
      '0 blocks',
      '1,200 blocks',
    ])
  })
})
