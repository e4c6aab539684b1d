import { describe, expect, it } from 'vitest'
import type { TaskEffect } from './tasks.ts'
import { taskTitle } from './taskTitle.ts'

const GOLD = { tokenid: 'aa', name: 'GOLD' }

const title = (effect: TaskEffect, confirmedHeight?: number) =>
  taskTitle(
    {
      ...{ txid: 'aa', hex: '', startedAt: 0, title: 'Do it', effect },
      ...(confirmedHeight !== undefined && { confirmedHeight }),
    },
    'COIN',
  )

describe('taskTitle', () => {
  it.each<[string, TaskEffect]>([
    ['Created GOLD', { kind: 'token-create', name: 'GOLD', description: '', supply: '5' }],
    ['Sent 1,000 GOLD', { kind: 'token-transfer', ...GOLD, amount: '1000', balanceAfter: '0' }],
    ['Burned 3 GOLD', { kind: 'token-burn', ...GOLD, amount: '3', balanceAfter: '0' }],
    ['Sent 5 COIN', { kind: 'payment', amount: '500000000', comment: '', commentTo: '' }],
    ['Offered 20 GOLD for 4 COIN', { kind: 'order', action: 'ask', ...GOLD, units: '20', coins: '400000000' }],
    ['Offered to buy 20 GOLD for 4 COIN', { kind: 'order', action: 'bid', ...GOLD, units: '20', coins: '400000000' }],
    ['Bought 20 GOLD', { kind: 'order', action: 'fill-ask', ...GOLD, units: '20', coins: '1' }],
    ['Sold 20 GOLD', { kind: 'order', action: 'fill-bid', ...GOLD, units: '20', coins: '1' }],
    ['Cancelled an order of GOLD', { kind: 'order', action: 'cancel-ask', ...GOLD, units: '20', coins: '1' }],
    ['Funded the faucet with 2.5 COIN', { kind: 'faucet-deposit', amount: '250000000' }],
    ['Claimed 0.1 COIN from the faucet', { kind: 'faucet-claim', amount: '10000000' }],
    ['Locked coins for a reward', { kind: 'rewards-lock', amount: '1' }],
    ['Do it', { kind: 'channel', amount: '1' }],
  ])('returns "%s" once confirmed, and the order’s title before', (done, effect) => {
    expect(title(effect)).toBe('Do it')
    expect(title(effect, 7)).toBe(done)
  })
})
