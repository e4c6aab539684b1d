import { describe, expect, it } from 'vitest'
import { sampleOrder } from '../testing/orders.ts'
import { bestOrder, levelOptions } from './bestOrder.ts'

const waiting = { txid: '44'.repeat(32), action: 'fill', mine: false } as const

describe('levelOptions', () => {
  it('requests all orders whose price is displayed like the price of the level', () => {
    expect(levelOptions('t', 'ask', '7.77000000')).toMatchObject({
      ...{ minprice: '7.76999999', maxprice: '7.77000001', descending: false, state: 'open' },
    })
    expect(levelOptions('t', 'bid', '0.00000001')).not.toHaveProperty('minprice')
    expect(levelOptions('t', 'bid', '0.00000001')).toMatchObject({ maxprice: '0.00000002', descending: true })
  })
})

describe('bestOrder', () => {
  it('returns the best order that can be filled now', () => {
    const other = sampleOrder({ order: 'other' })
    const orders = [
      sampleOrder({ price: '7.76999999' }),
      sampleOrder({ mine: true }),
      sampleOrder({ pending: waiting }),
      other,
    ]
    expect(bestOrder(orders, '7.77000000')).toBe(other)
  })

  it('returns the best order if no order can be filled, and undefined for a missing level', () => {
    const own = sampleOrder({ mine: true })
    expect(bestOrder([own, sampleOrder({ pending: waiting })], '7.77000000')).toBe(own)
    expect(bestOrder([sampleOrder({ price: '7.76999999' })], '7.77000000')).toBeUndefined()
  })
})
