import { describe, expect, it } from 'vitest'
import { beyond, buildLadder, type LadderLevel } from './ladder.ts'

const level = (price: string, units: bigint, orders = 1): LadderLevel => ({ price, units, coins: units, orders })

describe('buildLadder', () => {
  it('accumulates from the best price, relative to the larger side', () => {
    const { asks, bids } = buildLadder({
      asks: [level('2.00000000', 10n), level('3.00000000', 30n)],
      bids: [level('1.00000000', 20n)],
    })
    expect(asks.map(({ sum, depth }) => [sum, depth])).toEqual([
      [10n, 0.25],
      [40n, 1],
    ])
    expect(bids.map(({ sum, depth }) => [sum, depth])).toEqual([[20n, 0.5]])
  })

  it('shows the best levels in full width in a book of any size', () => {
    const asks = Array.from({ length: 100 }, (_, n) => level(`${n + 1}.00000000`, 1n))
    const depths = buildLadder({ asks, bids: [] }).asks.map(({ depth }) => depth)
    expect(depths[6]).toBe(0.5)
    expect(depths[13]).toBe(1)
    expect(depths[99]).toBe(1)
  })

  it('keeps sums beyond 2^53 exact, and returns empty sides without orders', () => {
    const max = 9_223_372_036_854_775_807n
    expect(buildLadder({ asks: [level('1.00000000', max), level('2.00000000', max)], bids: [] }).asks[1]?.sum).toBe(
      2n * max,
    )
    expect(buildLadder({ asks: [], bids: [] })).toEqual({ asks: [], bids: [] })
    expect(buildLadder({ asks: [level('1.00000000', 0n)], bids: [] }).asks[0]?.depth).toBe(0)
  })

  it('counts the orders beyond the levels of the book', () => {
    expect(beyond([level('1.00000000', 1n, 3), level('2.00000000', 1n, 4)], 10)).toBe(3)
    expect(beyond([], 0)).toBe(0)
    expect(beyond([level('1.00000000', 1n, 3)], 2)).toBe(0)
  })
})
