import { describe, expect, it } from 'vitest'
import { estimateStrength, guessBits } from './strength.ts'

describe('estimateStrength', () => {
  it('rates common passphrases as very weak', () => {
    for (const poor of [
      '',
      'password',
      'Password1',
      'aaaaaaaaaaaaaaaaaaaa',
      '1234567890',
      'qwerty123',
      'wallet',
      'sunshine',
    ]) {
      expect([poor, estimateStrength(poor)]).toEqual([poor, 0])
    }
  })

  it('rates words by their number, and other text by its characters', () => {
    expect(estimateStrength('correct horse battery staple')).toBe(2)
    expect(estimateStrength('umbrella ticket frozen ladder velvet anchor')).toBe(3)
    expect(estimateStrength('umbrella umbrella umbrella umbrella umbrella')).toBeLessThan(2)
    expect(estimateStrength('tR7#vL0q!zW2')).toBe(3)
    expect(estimateStrength('hT4k9w')).toBe(1)
  })

  it('increases when an unpredictable character is added', () => {
    expect(guessBits('tR7#vL0q!zW2x')).toBeGreaterThan(guessBits('tR7#vL0q!zW2'))
  })
})
