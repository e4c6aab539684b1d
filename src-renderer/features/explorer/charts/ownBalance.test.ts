import { describe, expect, it } from 'vitest'
import { balanceOverTime, sumOfRows } from './ownBalance.ts'

const row = (height: number, amount: bigint) => ({ height, time: 1000 + height, amount }) as never

describe('balanceOverTime', () => {
  const rows = [row(-1, -5n), row(9, -30n), row(9, 4n), row(7, 50n), row(2, 100n)]

  it('computes one point for each block, back from the present balance', () => {
    expect(sumOfRows(rows)).toBe(124n)
    expect(balanceOverTime(rows, 124n)).toEqual([
      { height: 2, time: 1002, balance: 100n },
      { height: 7, time: 1007, balance: 150n },
      { height: 9, time: 1009, balance: 124n },
    ])
  })

  it('starts at the oldest known row if older rows are missing', () => {
    expect(balanceOverTime(rows.slice(0, 3), 124n)).toEqual([{ height: 9, time: 1009, balance: 124n }])
    expect(balanceOverTime([], 7n)).toEqual([])
  })
})
