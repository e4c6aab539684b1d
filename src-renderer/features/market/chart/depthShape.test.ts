import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount } from '#shared/units.ts'
import { buildLadder, type LadderLevel } from '../book/ladder.ts'
import { depthShape } from './depthShape.ts'

const box = { width: 600, height: 200 }
const level = (price: bigint, units: bigint): LadderLevel => ({
  price: formatAmount(price),
  units,
  coins: units,
  orders: 1,
})
const coin = 100_000_000n

describe('depthShape', () => {
  it('steps up from the best price to both sides', () => {
    const shape = depthShape(
      buildLadder({
        asks: [level(11n * coin, 10n), level(12n * coin, 30n)],
        bids: [level(9n * coin, 20n), level(8n * coin, 5n)],
      }),
      box,
    )
    expect(shape.readingAt(0)).toMatchObject({ side: 'bid', rung: { sum: 25n } })
    expect(shape.readingAt(300)).toBeUndefined()
    expect(shape.readingAt(600)).toMatchObject({ side: 'ask', rung: { sum: 40n } })
    expect(shape.asks?.line.endsWith('H600.0')).toBe(true)
    expect(shape.bids?.line.endsWith('H0.0')).toBe(true)
    expect(shape.y(0n)).toBe(200)
  })

  it('renders one side only, or none', () => {
    const shape = depthShape(buildLadder({ asks: [level(coin, 5n)], bids: [] }), box)
    expect(shape.bids).toBeUndefined()
    expect(shape.readingAt(600)?.side).toBe('ask')
    expect(depthShape(buildLadder({ asks: [], bids: [] }), box).asks).toBeUndefined()
  })

  it('excludes an outlier price, so that it does not compress the others', () => {
    const near = Array.from({ length: 20 }, (_, n) => level(10n * coin + BigInt(n) * 1_000_000n, 1n))
    const shape = depthShape(
      buildLadder({ asks: [...near, level(90_000n * coin, 1n)], bids: [level(9n * coin, 1n)] }),
      box,
    )
    expect(shape.prices.every(({ value }) => value < 20n * coin)).toBe(true)
  })

  it('keeps all lines inside the box for any book', () => {
    const levels = fc.array(fc.tuple(fc.bigInt(1n, 10n ** 18n), fc.bigInt(0n, 10n ** 18n)), { maxLength: 30 })
    fc.assert(
      fc.property(levels, levels, (high, low) => {
        const sorted = (pairs: [bigint, bigint][]) => pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
        const asks = sorted(high).map(([price, units]) => level(price, units))
        const bids = sorted(low).map(([price, units]) => level(price, units))
        const { asks: up, bids: down } = depthShape(buildLadder({ asks, bids: bids.toReversed() }), box)
        for (const line of [up?.line ?? '', down?.line ?? ''])
          for (const [, axis, text] of line.matchAll(/([HV])(-?[\d.]+|NaN)/g)) {
            expect(Number(text)).toBeGreaterThanOrEqual(0)
            expect(Number(text)).toBeLessThanOrEqual(axis === 'H' ? box.width : box.height)
          }
      }),
    )
  })
})
