/** Lays out balances by height as steps. Amounts stay exact until they are converted to pixels. */
import { scaleLinear } from 'd3-scale'
import type { AreaShape } from '../../ui/Chart/AreaChart.tsx'
import { areaPath, stepPath } from '../../ui/Chart/paths.ts'
import { amountScale, amountTicks, type PlotArea, type ScaleTick, wholeTicks } from '../../ui/Chart/scales.ts'

export interface BalancePoint {
  readonly height: number
  /** Unix seconds. */
  readonly time: number
  /** Satoshis, from this height on. */
  readonly balance: bigint
}

export interface BalanceShape extends AreaShape {
  readonly heights: readonly ScaleTick<number>[]
  x(height: number): number
  /** Returns the point that applies `x` px from the left, or undefined if `x` is before the first point. */
  pointAt(x: number): BalancePoint | undefined
}

/** Returns the width of a height label in px, including spacing. */
const labelWidth = (height: number) => 32 + String(height).length * 9

/** Lays out points sorted by height; the last balance applies until `tip`. */
export function balanceShape(points: readonly BalancePoint[], tip: number, box: PlotArea): BalanceShape {
  const first = points[0]?.height ?? 0
  const highest = Math.max(tip, points.at(-1)?.height ?? 0)
  // Extend the line to the right of the tip, so that a change in the newest block is visible.
  const last = highest + Math.max(1, Math.ceil((highest - first) / 60))
  // Start with a flat segment before the first change, to show the balance of 0.
  const from = Math.max(0, first - Math.max(1, Math.ceil((last - first) / 40)))
  const top = points.reduce((most, point) => (point.balance > most ? point.balance : most), 0n)
  const x = scaleLinear().domain([from, last]).range([0, box.width])
  const amounts = amountScale(top, box.height > 110 ? 4 : 2, box.height)
  const y = (balance: bigint) => amounts(Number(balance))
  const heights = x.copy().domain([from, highest])
  const line = stepPath(
    [0, y(0n)],
    points.map(({ height, balance }) => [x(height), y(balance)]),
    x(last),
  )
  return {
    line,
    area: areaPath(line, box.height),
    amounts: amountTicks(amounts),
    heights: wholeTicks(heights, Math.max(2, Math.floor(box.width / labelWidth(highest)))).map((value) => ({
      value,
      at: x(value),
    })),
    x,
    y,
    pointAt(at) {
      const height = x.invert(at)
      let low = 0
      let high = points.length
      while (low < high) {
        const middle = (low + high) >> 1
        if ((points[middle]?.height ?? 0) <= height) low = middle + 1
        else high = middle
      }
      return points[low - 1]
    },
  }
}
