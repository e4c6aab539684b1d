import { scaleLinear } from 'd3-scale'
import { linePath, type PathPoint } from '../../ui/Chart/paths.ts'
import type { LinearScale, PlotArea } from '../../ui/Chart/scales.ts'
import { probabilityAfter } from '../luck.ts'

/** Initial width in multiples of the expected number of attempts: 98 % of searches end within 4. */
const FIRST_SPAN = 4
/** Share of the width at which the span doubles, before the search reaches the edge. */
const FULL = 0.92
const POINTS = 96

/** Returns the number of attempts between the left and the right edge. */
export function spanFor(attempts: number, chance: number): number {
  let span = FIRST_SPAN / chance
  while (attempts > span * FULL) span *= 2
  return span
}

export interface LuckPlot extends PlotArea {
  /** Number of attempts between the left and the right edge. */
  readonly span: number
  /** Success probability of one attempt. */
  readonly chance: number
}

export interface LuckScales {
  /** Maps attempts to px from the left, at most the width. */
  readonly x: LinearScale
  /** Maps a probability to px from the top. */
  readonly y: LinearScale
}

export function plotScales({ width, height, span }: LuckPlot): LuckScales {
  return {
    x: scaleLinear().domain([0, span]).range([0, width]).clamp(true),
    y: scaleLinear().domain([0, 1]).range([height, 0]),
  }
}

/** Returns the curve of 1 − (1 − p)^n from the lower left corner. */
export function curvePath(plot: LuckPlot, { x, y }: LuckScales = plotScales(plot)): string {
  const points = Array.from({ length: POINTS + 1 }, (_, index): PathPoint => {
    // Place points more densely at the start, where the curve bends.
    const attempts = plot.span * (index / POINTS) ** 2
    return [x(attempts), y(probabilityAfter(attempts, plot.chance))]
  })
  return linePath(points)
}
