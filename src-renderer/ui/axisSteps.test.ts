import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountSteps, wholeSteps } from './axisSteps.ts'

describe('amountSteps', () => {
  it('are round, few, and reach the top', () => {
    expect(amountSteps(0n, 4)).toEqual([0n])
    expect(amountSteps(1n, 4)).toEqual([0n, 1n])
    expect(amountSteps(1050n, 4)).toEqual([0n, 500n, 1000n, 1500n])
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 18n), fc.integer({ min: 2, max: 6 }), (top, most) => {
        const steps = amountSteps(top, most)
        expect(steps.length).toBeLessThanOrEqual(most + 1)
        expect(steps.at(-1)).toBeGreaterThanOrEqual(top)
        expect(steps.at(-2)).toBeLessThan(top)
        expect(String(steps[1])).toMatch(/^[125]0*$/)
      }),
    )
  })
})

describe('wholeSteps', () => {
  it('lie within the span', () => {
    expect(wholeSteps(7, 7, 4)).toEqual([7])
    expect(wholeSteps(3, 20, 4)).toEqual([5, 10, 15, 20])
    fc.assert(
      fc.property(fc.nat(2_000_000_000), fc.integer({ min: 1, max: 100_000_000 }), (from, span) => {
        const steps = wholeSteps(from, from + span, 6)
        expect(steps.length).toBeLessThanOrEqual(7)
        expect(steps.every((step) => step >= from && step <= from + span && Number.isInteger(step))).toBe(true)
      }),
    )
  })
})
