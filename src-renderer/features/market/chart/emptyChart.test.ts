import { describe, expect, it } from 'vitest'
import { isEmptyChart } from './emptyChart.ts'

const last = { price: '1.00000000', time: 1 } as NonNullable<NonNullable<Parameters<typeof isEmptyChart>[2]>['last']>

describe('isEmptyChart', () => {
  it('uses the market’s last price while no candles are loaded', () => {
    expect(isEmptyChart(undefined, undefined, { asks: 1, bids: 0, last: null })).toBe(true)
    expect(isEmptyChart(undefined, undefined, { asks: 1, bids: 0, last })).toBe(false)
    expect(isEmptyChart(undefined, undefined, undefined)).toBe(false)
  })

  it('uses the candles once they are loaded', () => {
    expect(isEmptyChart(undefined, [], { asks: 0, bids: 0, last })).toBe(true)
    expect(isEmptyChart(undefined, [{}], { asks: 0, bids: 0, last: null })).toBe(false)
  })

  it('requires an order on either side for the depth chart', () => {
    expect(isEmptyChart('depth', [], { asks: 0, bids: 1, last: null })).toBe(false)
    expect(isEmptyChart('depth', [{}], { asks: 0, bids: 0, last })).toBe(true)
    expect(isEmptyChart('depth', undefined, undefined)).toBe(false)
  })
})
