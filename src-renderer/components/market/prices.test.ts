import { describe, expect, it } from 'vitest'
import { changeText, computePriceChange, toSatoshis } from './prices.ts'

const last = (price: string) => ({ price, units: 1n, coins: 1n, height: 5, time: 5 })
const traded = { units: 1n, coins: 1n, trades: 1 }

describe('toSatoshis', () => {
  it('converts a price of any size exactly', () => {
    expect(toSatoshis('7.77000000')).toBe(777_000_000n)
    expect(toSatoshis('92233720368.54775807')).toBe(9_223_372_036_854_775_807n)
  })
})

describe('computePriceChange', () => {
  it('returns the change in hundredths of a percent', () => {
    expect(computePriceChange({ last: last('1.01250000'), before: '1.00000000', volume: traded })).toBe(125)
    expect(computePriceChange({ last: last('0.50000000'), before: '1.00000000', volume: traded })).toBe(-5000)
    expect(changeText(125)).toBe('+1.25 %')
    expect(changeText(-5000)).toBe('−50.00 %')
    expect(changeText(0)).toBe('0.00 %')
  })

  it('returns undefined without a trade in the last 24 hours, an earlier trade or a positive old price', () => {
    const none = { units: 0n, coins: 0n, trades: 0 }
    expect(computePriceChange({ last: last('1.00000000'), before: '1.00000000', volume: none })).toBeUndefined()
    expect(computePriceChange({ last: last('1.00000000'), before: null, volume: traded })).toBeUndefined()
    expect(computePriceChange({ last: last('1.00000000'), before: '0.00000000', volume: traded })).toBeUndefined()
    expect(computePriceChange({ last: null, before: null, volume: none })).toBeUndefined()
  })
})
