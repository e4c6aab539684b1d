import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BalancePoint, balanceShape } from './balanceShape.ts'

const point = (height: number, balance: bigint): BalancePoint => ({ height, time: height, balance })

describe('balanceShape', () => {
  const box = { width: 600, height: 120 }

  it('keeps each balance until the next change, and the last balance until the tip', () => {
    const shape = balanceShape([point(10, 500n), point(20, 0n), point(30, 1000n)], 50, box)
    expect(shape.pointAt(0)).toBeUndefined()
    expect(shape.pointAt(shape.x(10))?.balance).toBe(500n)
    expect(shape.pointAt(shape.x(29))?.balance).toBe(0n)
    expect(shape.pointAt(box.width)?.balance).toBe(1000n)
    expect(shape.line.endsWith('H600.0')).toBe(true)
    expect(shape.y(1000n)).toBe(0)
    expect(shape.y(0n)).toBe(120)
  })

  it('keeps the line inside its box for any amounts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(3_000_000), fc.bigInt(0n, 10n ** 18n)), { maxLength: 50 }),
        fc.nat(3_000_000),
        (pairs, tip) => {
          const points = pairs.map(([height, balance]) => point(height, balance)).sort((a, b) => a.height - b.height)
          const shape = balanceShape(points, tip, box)
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
