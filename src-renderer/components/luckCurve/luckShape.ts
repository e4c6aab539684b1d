import { scaleLinear } from 'd3-scale'
import type { LinearScale } from '../../ui/Chart/scales.ts'
import { probabilityAfter } from '../luck.ts'

/** Initial width in expected attempts: 98 % of searches end within it. */
const FIRST_SPAN = 4
/** The picture widens before the search reaches its edge. */
const FULL = 0.92
const POINTS = 96

/** Attempts from the left to the right edge. */
export function spanFor(attempts: number, chance: number): number {
  let span = FIRST_SPAN / chance
  while (attempts > span * FULL) span *= 2
  return span
}

export interface Plot {
  readonly width: number
  readonly height: number
  readonly span: number
  /** of one attempt */
  readonly chance: number
}

export interface PlotScales {
  /** attempts → px from the left; what lies beyond the edge is on the edge */
  readonly x: LinearScale
  /** probability → px from the top */
  readonly y: LinearScale
}

export function plotScales({ width, height, span }: Plot): PlotScales {
  return {
    x: scaleLinear().domain([0, span]).range([0, width]).clamp(true),
    y: scaleLinear().domain([0, 1]).range([height, 0]),
  }
}

/** The curve of 1 − (1 − p)^n as path data, from the lower left corner. */
export function curvePath(plot: Plot, { x, y }: PlotScales = plotScales(plot)): string {
  const points = Array.from({ length: POINTS + 1 }, (_, index) => {
    // Denser at the start, where the curve bends.
    const attempts = plot.span * (index / POINTS) ** 2
    return `${x(attempts).toFixed(1)},${y(probabilityAfter(attempts, plot.chance)).toFixed(1)}`
  })
  return `M${points.join('L')}`
}
