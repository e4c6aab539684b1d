import { describe, expect, it } from 'vitest'
import { sampleOrder } from '../testing/orders.ts'
import { filledShare, orderCondition } from './orderCondition.ts'

const waits = (action: 'fill' | 'cancel' | 'other', mine = false) => ({ txid: '44'.repeat(32), action, mine })

describe('orderCondition', () => {
  it('returns the state of the order in the chain', () => {
    expect(orderCondition(sampleOrder())).toBe('open')
    expect(orderCondition(sampleOrder({ unitsleft: 40n }))).toBe('partly')
    for (const state of ['filled', 'cancelled', 'spent'] as const)
      expect(orderCondition(sampleOrder({ state, unitsleft: 0n }))).toBe(state)
  })

  it('returns a pending change instead of the state in the chain', () => {
    expect(orderCondition(sampleOrder({ unitsleft: 40n, pending: waits('fill') }))).toBe('filling')
    expect(orderCondition(sampleOrder({ pending: waits('fill', true) }))).toBe('ownFill')
    expect(orderCondition(sampleOrder({ pending: waits('cancel', true) }))).toBe('cancelling')
    expect(orderCondition(sampleOrder({ pending: waits('other') }))).toBe('taking')
  })
})

describe('filledShare', () => {
  it('returns the filled share, or undefined for an order that ended without being filled', () => {
    expect(filledShare(sampleOrder({ unitsleft: 25n }))).toBe(0.75)
    expect(filledShare(sampleOrder({ state: 'filled', unitsleft: 0n }))).toBe(1)
    expect(filledShare(sampleOrder({ state: 'cancelled', unitsleft: 0n }))).toBeUndefined()
    expect(filledShare(sampleOrder({ units: 0n, unitsleft: 0n }))).toBeUndefined()
  })
})
