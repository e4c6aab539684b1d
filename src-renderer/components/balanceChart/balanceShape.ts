/** From balances at heights to lines on a screen. Amounts stay exact until they become pixels. */
import { scaleLinear } from 'd3-scale'
import type { AreaBox } from '../../ui/Chart/AreaChart.tsx'
import { amountScale, wholeTicks } from '../../ui/Chart/scales.ts'

export interface ChartPoint {
  readonly height: number
  /** unix seconds */
  readonly time: number
  /** satoshis, from this height on */
  readonly balance: bigint
}

export interface Tick<Value> {
  readonly value: Value
  /** px from the left or the top of the drawing area */
  readonly at: number
}

export interface ChartShape {
  /** the balance as a line of steps, and the area below it */
  readonly line: string
  readonly area: string
  readonly amounts: readonly Tick<bigint>[]
  readonly heights: readonly Tick<number>[]
  x(height: number): number
  y(balance: bigint): number
  /** The point that applies at a position on screen. */
  pointAt(x: number): ChartPoint | undefined
}

/** px that the label of a height takes, with room to the next. */
const labelWidth = (height: number) => 32 + String(height).length * 9

/** Points sorted by height; the last balance stays until `tip`. */
export function chartShape(points: readonly ChartPoint[], tip: number, box: AreaBox): ChartShape {
  const first = points[0]?.height ?? 0
  const highest = Math.max(tip, points.at(-1)?.height ?? 0)
  // The line goes on to the right of the tip, so that a change in the newest block is visible.
  const last = highest + Math.max(1, Math.ceil((highest - first) / 60))
  // A flat start before the first change shows that there was nothing.
  const from = Math.max(0, first - Math.max(1, Math.ceil((last - first) / 40)))
  const top = points.reduce((most, point) => (point.balance > most ? point.balance : most), 0n)
  const x = scaleLinear().domain([from, last]).range([0, box.width])
  const amounts = amountScale(top, box.height > 110 ? 4 : 2, box.height)
  const y = (balance: bigint) => amounts(Number(balance))
  const heights = x.copy().domain([from, highest])
  const pixel = (value: number) => value.toFixed(1)

  let line = `M0,${pixel(y(0n))}`
  for (const point of points) line += `H${pixel(x(point.height))}V${pixel(y(point.balance))}`
  line += `H${pixel(x(last))}`

  return {
    line,
    area: `${line}V${pixel(box.height)}H0Z`,
    amounts: amounts.steps.map((value) => ({ value, at: y(value) })),
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
