import { describe, expect, it } from 'vitest'
import { priceText, rateText } from './price.ts'

describe('prices', () => {
  it('show exactly eight decimals', () => {
    expect(priceText(1_439_999_999n, 12n)).toBe('1.20000000')
    expect(priceText(3_333_333_300n, 10n)).toBe('3.33333330')
    expect(priceText(1n, 3n)).toBe('0.00000000')
    expect(rateText(2_000_000)).toBe('0.02000000')
  })

  it('round a tie to the even digit, as the reference does', () => {
    // 2^-9 and 3 · 2^-9 are exact in a double, and their ninth decimal is a 5.
    expect(rateText(195_312.5)).toBe('0.00195312')
    expect(rateText(585_937.5)).toBe('0.00585938')
    expect((0.001953125).toFixed(8)).toBe('0.00195313')
  })

  it('support amounts up to the maximum of 64 bits', () => {
    expect(priceText(2n ** 63n - 1n, 1n)).toMatch(/^92233720368\.5477\d{4}$/)
  })
})
