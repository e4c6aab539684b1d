import { scaleLinear } from 'd3-scale'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountScale, wholeTicks } from './scales.ts'

describe('amountScale', () => {
  it('returns a few round steps from 0 to the first step at or above the top', () => {
    expect(amountScale(0n, 4, 100).steps).toEqual([0n])
    expect(amountScale(1n, 4, 100).steps).toEqual([0n, 1n])
    expect(amountScale(1050n, 4, 100).steps).toEqual([0n, 500n, 1000n, 1500n])
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 53n), fc.integer({ min: 2, max: 8 }), (top, most) => {
        const { steps } = amountScale(top, most, 100)
        expect(steps[0]).toBe(0n)
        expect(steps.length).toBeLessThanOrEqual(most + 1)
        expect(steps.length).toBeGreaterThan(1)
        expect(steps.at(-1)).toBeGreaterThanOrEqual(top)
      }),
    )
  })

  it('places 0 at the bottom and keeps all amounts inside the height', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 19n), (top) => {
        const scale = amountScale(top, 4, 120)
        expect(scale(0)).toBe(120)
        expect(scale(Number(top))).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('wholeTicks', () => {
  it('returns at most the given number of round whole numbers within the domain', () => {
    expect(wholeTicks(scaleLinear().domain([7, 7]), 4)).toEqual([7])
    expect(wholeTicks(scaleLinear().domain([3, 20]), 4)).toEqual([5, 10, 15, 20])
    fc.assert(
      fc.property(fc.nat(3_000_000), fc.integer({ min: 1, max: 3_000_000 }), (from, span) => {
        const ticks = wholeTicks(scaleLinear().domain([from, from + span]), 6)
        expect(ticks.length).toBeLessThanOrEqual(6)
        expect(ticks.length).toBeGreaterThan(0)
        expect(ticks.every((tick) => tick >= from && tick <= from + span && Number.isInteger(tick))).toBe(true)
      }),
    )
  })
})
