import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountSteps, type ChartPoint, chartShape, heightSteps } from './geometry.ts'

const point = (height: number, balance: bigint): ChartPoint => ({ height, time: height, balance })

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

describe('heightSteps', () => {
  it('lie within the span', () => {
    expect(heightSteps(7, 7, 4)).toEqual([7])
    expect(heightSteps(3, 20, 4)).toEqual([5, 10, 15, 20])
    fc.assert(
      fc.property(fc.nat(2_000_000_000), fc.integer({ min: 1, max: 100_000_000 }), (from, span) => {
        const steps = heightSteps(from, from + span, 6)
        expect(steps.length).toBeLessThanOrEqual(7)
        expect(steps.every((step) => step >= from && step <= from + span && Number.isInteger(step))).toBe(true)
      }),
    )
  })
})

describe('chartShape', () => {
  const box = { width: 600, height: 120 }

  it('holds each balance until the next change, and the last until the tip', () => {
    const shape = chartShape([point(10, 500n), point(20, 0n), point(30, 1000n)], 50, box)
    expect(shape.pointAt(0)).toBeUndefined()
    expect(shape.pointAt(shape.x(10))?.balance).toBe(500n)
    expect(shape.pointAt(shape.x(29))?.balance).toBe(0n)
    expect(shape.pointAt(box.width)?.balance).toBe(1000n)
    expect(shape.line.endsWith('H600.0')).toBe(true)
    expect(shape.y(1000n)).toBe(0)
    expect(shape.y(0n)).toBe(120)
  })

  it('stays inside its box whatever the amounts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(3_000_000), fc.bigInt(0n, 10n ** 18n)), { maxLength: 50 }),
        fc.nat(3_000_000),
        (pairs, tip) => {
          const points = pairs.map(([height, balance]) => point(height, balance)).sort((a, b) => a.height - b.height)
          const shape = chartShape(points, tip, box)
          for (const [, axis, text] of shape.line.matchAll(/([HV])(-?[\d.]+)/g)) {
            const value = Number(text)
            expect(value).toBeGreaterThanOrEqual(0)
            expect(value).toBeLessThanOrEqual(axis === 'H' ? box.width : box.height)
          }
        },
      ),
    )
  })
})
