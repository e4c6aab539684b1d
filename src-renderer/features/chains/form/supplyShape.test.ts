import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { type SupplySample, supplyAt, supplyFigures, supplyShape, YEAR } from './supplyShape.ts'

beforeAll(() => loadTexts('chains'))

const point = (time: number, supply: bigint): SupplySample => ({ height: 1 + time, time, supply })
const box = { width: 500, height: 100 }

describe('supplyAt', () => {
  it('interpolates between two points and stays constant after the last', () => {
    const points = [point(0, 100n), point(10, 200n), point(20, 200n)]
    expect([0, 5, 10, 15, 99].map((time) => supplyAt(points, time))).toEqual([100n, 150n, 200n, 200n, 200n])
    expect(supplyAt([], 5)).toBe(0n)
  })
})

describe('supplyShape', () => {
  it('keeps the line inside its box', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2_000_000_000), fc.bigInt(0n, 10n ** 19n)), { maxLength: 40 }), (pairs) => {
        const points = pairs.map(([time, supply]) => point(time, supply)).sort((a, b) => a.time - b.time)
        const { line, times } = supplyShape(points, box)
        for (const [, x, y] of line.matchAll(/([\d.-]+),([\d.-]+)/g)) {
          expect(Number(x)).toBeGreaterThanOrEqual(0)
          expect(Number(x)).toBeLessThanOrEqual(box.width)
          expect(Number(y)).toBeGreaterThanOrEqual(0)
          expect(Number(y)).toBeLessThanOrEqual(box.height)
        }
        expect(times.every(({ at }) => at >= 0 && at <= box.width)).toBe(true)
      }),
    )
  })

  it('labels the time axis in a unit that suits the span', () => {
    const labels = (span: number) => supplyShape([point(0, 1n), point(span, 2n)], box).times.map(({ label }) => label)
    expect(labels(50 * YEAR)).toContain('20 y')
    expect(labels(86_400 * 10)).toContain('5 d')
    expect(labels(600)).toContain('10 min')
  })

  it('renders a constant supply as a horizontal line', () => {
    expect(supplyShape([point(0, 4n)], box).line).toBe('M0.0,0.0L500.0,0.0')
  })
})

describe('supplyFigures', () => {
  it('lists the times within the span of the chart', () => {
    const points = [point(0, 0n), point(10 * YEAR, 1000n)]
    expect(supplyFigures(points, null).map(({ label }) => label)).toEqual([
      'After the first block',
      'After 1 year',
      'After 2 years',
      'After 5 years',
      'After 10 years',
    ])
    expect(supplyFigures(points, 1500n).at(-1)).toEqual({ label: 'Final supply', supply: 1500n })
    expect(supplyFigures([], null)).toEqual([])
  })
})
