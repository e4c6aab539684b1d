import { describe, expect, it } from 'vitest'
import { sampleOrder } from '../testing/orders.ts'
import { filledShare, orderCondition } from './orderCondition.ts'

const waits = (action: 'fill' | 'cancel' | 'other', mine = false) => ({ txid: '44'.repeat(32), action, mine })

describe('orderCondition and filledShare', () => {
  it('return the state of the order in the chain', () => {
    expect(orderCondition(sampleOrder())).toBe('open')
    expect(orderCondition(sampleOrder({ unitsleft: 40n }))).toBe('partly')
    for (const state of ['filled', 'cancelled', 'spent'] as const)
      expect(orderCondition(sampleOrder({ state, unitsleft: 0n }))).toBe(state)
  })

  it('return a pending change before the state in the chain', () => {
    expect(orderCondition(sampleOrder({ unitsleft: 40n, pending: waits('fill') }))).toBe('filling')
    expect(orderCondition(sampleOrder({ pending: waits('fill', true) }))).toBe('ownFill')
    expect(orderCondition(sampleOrder({ pending: waits('cancel', true) }))).toBe('cancelling')
    expect(orderCondition(sampleOrder({ pending: waits('other') }))).toBe('taking')
  })

  it('return the filled share, unless the order ended otherwise', () => {
    expect(filledShare(sampleOrder({ unitsleft: 25n }))).toBe(0.75)
    expect(filledShare(sampleOrder({ state: 'filled', unitsleft: 0n }))).toBe(1)
    expect(filledShare(sampleOrder({ state: 'cancelled', unitsleft: 0n }))).toBeUndefined()
    expect(filledShare(sampleOrder({ units: 0n, unitsleft: 0n }))).toBeUndefined()
  })
})
