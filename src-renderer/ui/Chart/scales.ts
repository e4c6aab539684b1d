/** Scales of the charts, by d3-scale, with ticks for amounts and whole numbers. */
import { type ScaleLinear, scaleLinear } from 'd3-scale'

export type LinearScale = ScaleLinear<number, number>

/** Drawing area of a chart, in px. */
export interface PlotArea {
  readonly width: number
  readonly height: number
}

/** Value labelled by an axis. */
export interface ScaleTick<Value> {
  readonly value: Value
  /** In px from the left or the top of the drawing area. */
  readonly at: number
}

/**
 * Returns a scale from 0 at the bottom to a round amount at the top, with at most `limit` ticks above 0. Satoshis are
 * converted to numbers; above 2^53 the error is far below a pixel.
 */
export function amountScale(
  top: bigint,
  limit: number,
  height: number,
): LinearScale & { readonly steps: readonly bigint[] } {
  const scale = scaleLinear()
    .domain([0, Number(top) || 1])
    .range([height, 0])
    .clamp(true)
  for (let count = limit; count >= 1; count--) {
    const nice = scale.copy().nice(count)
    const steps = nice.ticks(count).filter(Number.isInteger)
    if (steps.length <= limit + 1 || count === 1)
      return Object.assign(nice, { steps: top > 0n ? steps.map(BigInt) : [0n] })
  }
  return Object.assign(scale, { steps: [0n] })
}

export function amountTicks(scale: ReturnType<typeof amountScale>): readonly ScaleTick<bigint>[] {
  return scale.steps.map((value) => ({ value, at: scale(Number(value)) }))
}

/** Returns at most `limit` round whole numbers in the domain of a scale. */
export function wholeTicks(scale: LinearScale, limit: number): readonly number[] {
  for (let count = limit; count > 1; count--) {
    const ticks = scale.ticks(count).filter(Number.isInteger)
    if (ticks.length <= limit) return ticks
  }
  return scale.ticks(1).filter(Number.isInteger)
}
