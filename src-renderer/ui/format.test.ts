import { afterEach, describe, expect, it } from 'vitest'
import { showLanguage } from '../i18n/texts.ts'
import { useDisplayStyle } from './displayStyle.ts'
import {
  amountLength,
  formatAge,
  formatClock,
  formatDay,
  formatDecimal,
  formatDuration,
  formatNumber,
  formatPercent,
  formatShortDay,
  formatTime,
  groupDigits,
  plainAmount,
  readDecimal,
} from './format.ts'

describe('formatted dates', () => {
  afterEach(() => useDisplayStyle.getState().setDates('language'))

  it('follow the language, or ISO 8601 in the local time zone', () => {
    const time = new Date(2026, 10, 2, 20, 5, 9).getTime() / 1000
    expect(formatDay(time)).toBe('Nov 2, 2026')
    useDisplayStyle.getState().setDates('iso')
    expect(formatTime(time)).toBe('2026-11-02 20:05:09')
    expect(formatDay(time)).toBe('2026-11-02')
    expect(formatClock(time)).toBe('20:05')
    expect(formatShortDay(time)).toBe('11-02')
  })
})

describe('formatted numbers', () => {
  afterEach(() => showLanguage('en'))

  it('follow the current language, and can be read back', async () => {
    const written: string[] = []
    for (const language of ['en', 'de', 'es'] as const) {
      await showLanguage(language)
      const amount = plainAmount(100_050_000_000n)
      expect(readDecimal(amount)).toBe(100_050_000_000n)
      expect(amountLength(100_050_000_000n)).toBe('1,000.50000000'.length)
      written.push(groupDigits(1000), amount, formatDecimal(1234.5, 1), formatNumber(1_234_567), formatPercent(99.5, 1))
    }
    const narrow = ['1\u202f000', '1\u202f000,5', '1\u202f234,5', '1\u202f234\u202f570', '99,5 %']
    expect(written).toEqual(['1,000', '1,000.5', '1,234.5', '1,234,570', '99.5 %', ...narrow, ...narrow])
  })
})

describe('formatted durations, ages and counts', () => {
  it('use the unit that fits the duration', () => {
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
})
