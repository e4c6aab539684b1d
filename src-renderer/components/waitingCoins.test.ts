import { describe, expect, it } from 'vitest'
import { formatWaitingCoins, waitingCoins } from './waitingCoins.ts'

const immature = (amount: bigint, address: string, blockstomaturity?: number) => ({
  ...{ category: 'immature' as const, amount, address },
  ...(blockstomaturity === undefined ? {} : { blockstomaturity }),
})

describe('waitingCoins', () => {
  it('sums unconfirmed coins, and immature coins of one address or the whole wallet', () => {
    const entries = [
      immature(300n, 'RA', 40),
      immature(500n, 'RA', 7),
      immature(9000n, 'RB', 1),
      { ...immature(1n, 'RA'), category: 'receive' as const },
    ]
    expect(waitingCoins([{ amount: 20n }, { amount: 3n }], entries, 'RA')).toEqual({
      ...{ pending: 23n, immature: 800n, nextIn: 7 },
    })
    expect(waitingCoins([], entries, undefined)).toMatchObject({ pending: 0n, immature: 9800n, nextIn: 1 })
  })
})

describe('formatWaitingCoins', () => {
  it('formats waiting coins and when they can be spent, and returns nothing without any', () => {
    expect(formatWaitingCoins({ pending: 0n, immature: 0n, nextIn: undefined }, 'X')).toEqual([])
    const both = formatWaitingCoins({ pending: 150_000_000n, immature: 1n, nextIn: 1 }, 'X')
    expect(both).toEqual([
      '1.5 X are unconfirmed and can be spent once confirmed, usually with the next block.',
      '0.00000001 X are immature: the first can be spent in 1 block.',
    ])
    expect(formatWaitingCoins({ pending: 0n, immature: 1n, nextIn: undefined }, 'X')[0]).toMatch(/a few more blocks/)
  })
})
