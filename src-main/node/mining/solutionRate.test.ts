import { describe, expect, it } from 'vitest'
import { SolutionRate } from './solutionRate.ts'

describe('SolutionRate', () => {
  it('returns 0 before two samples with different times', () => {
    const rate = new SolutionRate()
    expect(rate.value()).toBe(0)
    rate.sample(0, 1_000)
    expect(rate.value()).toBe(0)
    rate.sample(0, 1_000)
    expect(rate.value()).toBe(0)
  })

  it('averages over the last half minute, and starts over after a reset', () => {
    const rate = new SolutionRate()
    for (let second = 0; second <= 20; second++) rate.sample(4 * second, 1_000 * second)
    expect(rate.value()).toBe(4)
    for (let second = 21; second <= 120; second++) rate.sample(80 + 2 * (second - 20), 1_000 * second)
    expect(rate.value()).toBe(2)
    rate.reset()
    expect(rate.value()).toBe(0)
  })

  it('keeps one point per five seconds for ten minutes, and a 0 after a reset', () => {
    const rate = new SolutionRate()
    for (let second = 0; second <= 12; second++) rate.sample(3 * second, 1_000 * second)
    expect(rate.history()).toEqual([3, 3, 3])
    rate.reset()
    expect(rate.history()).toEqual([3, 3, 3, 0])
    for (let second = 0; second <= 700; second++) rate.sample(2 * second, 1_000_000 + 1_000 * second)
    expect(rate.history()).toEqual(Array(120).fill(2))
  })
})
