/** Scales of the charts, by d3-scale, where its ticks are not enough. */
import { type ScaleLinear, scaleLinear } from 'd3-scale'

export type LinearScale = ScaleLinear<number, number>

/**
 * Amounts from 0 at the bottom to a round one at the top, with at most `most` ticks above 0. Satoshis become numbers
 * here: what that loses above 2^53 is far below a pixel.
 */
export function amountScale(
  top: bigint,
  most: number,
  height: number,
): LinearScale & { readonly steps: readonly bigint[] } {
  const scale = scaleLinear()
    .domain([0, Number(top) || 1])
    .range([height, 0])
    .clamp(true)
  for (let count = most; count >= 1; count--) {
    const nice = scale.copy().nice(count)
    const steps = nice.ticks(count).filter(Number.isInteger)
    if (steps.length <= most + 1 || count === 1)
      return Object.assign(nice, { steps: top > 0n ? steps.map(BigInt) : [0n] })
  }
  return Object.assign(scale, { steps: [0n] })
}

/** Round whole numbers of a scale's domain, at most `most` of them. */
export function wholeTicks(scale: LinearScale, most: number): readonly number[] {
  for (let count = most; count > 1; count--) {
    const ticks = scale.ticks(count).filter(Number.isInteger)
    if (ticks.length <= most) return ticks
  }
  return scale.ticks(1).filter(Number.isInteger)
}
