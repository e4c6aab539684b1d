import { describe, expect, it } from 'vitest'
import { orderOf } from '../testing/orders.ts'
import { conditionOf, filledShare } from './orderWords.ts'

const waits = (action: 'fill' | 'cancel' | 'other', mine = false) => ({ txid: '44'.repeat(32), action, mine })

describe('an order', () => {
  it('is what the chain says of it', () => {
    expect(conditionOf(orderOf())).toBe('open')
    expect(conditionOf(orderOf({ unitsleft: 40n }))).toBe('partly')
    for (const state of ['filled', 'cancelled', 'spent'] as const)
      expect(conditionOf(orderOf({ state, unitsleft: 0n }))).toBe(state)
  })

  it('is what waits for it in the mempool, before that', () => {
    expect(conditionOf(orderOf({ unitsleft: 40n, pending: waits('fill') }))).toBe('filling')
    expect(conditionOf(orderOf({ pending: waits('fill', true) }))).toBe('ownFill')
    expect(conditionOf(orderOf({ pending: waits('cancel', true) }))).toBe('cancelling')
    expect(conditionOf(orderOf({ pending: waits('other') }))).toBe('taking')
  })

  it('is filled to a share, unless it ended otherwise', () => {
    expect(filledShare(orderOf({ unitsleft: 25n }))).toBe(0.75)
    expect(filledShare(orderOf({ state: 'filled', unitsleft: 0n }))).toBe(1)
    expect(filledShare(orderOf({ state: 'cancelled', unitsleft: 0n }))).toBeUndefined()
    expect(filledShare(orderOf({ units: 0n, unitsleft: 0n }))).toBeUndefined()
  })
})
