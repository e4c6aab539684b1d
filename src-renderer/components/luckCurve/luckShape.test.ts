import { describe, expect, it } from 'vitest'
import { curvePath, plotScales, spanFor } from './luckShape.ts'

const plot = { width: 400, height: 100, span: 262_144, chance: 1 / 65_536 }

describe('spanFor', () => {
  it('doubles the span before the search reaches the edge', () => {
    expect([0, 200_000, 245_000, 1_000_000].map((attempts) => spanFor(attempts, 1 / 65_536))).toEqual([
      262_144, 262_144, 524_288, 2_097_152,
    ])
    expect(spanFor(0, 1 / 17)).toBeCloseTo(68)
  })
})

describe('curvePath', () => {
  it('rises from the lower left corner and stays inside the chart', () => {
    const points = curvePath(plot)
      .slice(1)
      .split('L')
      .map((point) => point.split(',').map(Number) as [number, number])
    expect(points[0]).toEqual([0, 100])
    expect(points.at(-1)?.[0]).toBe(400)
    for (const [index, [x, y]] of points.entries()) {
      const [lastX, lastY] = points[index - 1] ?? [0, 100]
      expect(x).toBeGreaterThanOrEqual(lastX)
      expect(y).toBeLessThanOrEqual(lastY)
      expect(y).toBeGreaterThanOrEqual(0)
    }
  })
})

describe('plotScales', () => {
  it('clamps attempts beyond the right edge to the edge', () => {
    const { x, y } = plotScales(plot)
    expect(x(1e9)).toBe(400)
    expect([y(0), y(1)]).toEqual([100, 0])
  })
})
