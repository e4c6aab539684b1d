import { describe, expect, it } from 'vitest'
import { stakeChance } from './stakeOdds.ts'

const of = (tested: number, first: number, spacing: number) => stakeChance({ tested, first, spacing }, 1)

describe('stakeChance', () => {
  it('computes the probability over the number of blocks in the hours', () => {
    // Sixty blocks per hour, one in fifty won by this wallet.
    expect(of(50, 1, 60)!.chance).toBeCloseTo(1 - 0.98 ** 60, 10)
    expect(stakeChance({ tested: 50, first: 1, spacing: 60 }, 6)!.chance).toBeCloseTo(1 - 0.98 ** 360, 10)
    expect(of(50, 1, 3600)!.chance).toBeCloseTo(0.02, 10)
  })

  it('returns an upper bound without a win, and never certainty', () => {
    expect(of(50, 0, 3600)).toEqual({ chance: expect.closeTo(0.02, 10), bound: true })
    expect(of(50, 50, 3600)!.chance).toBeLessThan(1)
    expect(of(50, 50, 3600)!.bound).toBe(false)
  })

  it('returns undefined without tested blocks', () => {
    expect(of(0, 0, 0)).toBeUndefined()
    expect(of(1, 0, 0)).toBeUndefined()
  })
})
