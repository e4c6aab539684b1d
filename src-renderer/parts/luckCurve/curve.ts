import { probabilityAfter } from '../luck.ts'

/** What the picture spans at first, in attempts that are expected: by then 98 % of searches have ended. */
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

export const xOf = (plot: Plot, attempts: number): number => (Math.min(attempts, plot.span) / plot.span) * plot.width
export const yOf = (plot: Plot, probability: number): number => (1 - probability) * plot.height

/** The curve of 1 − (1 − p)^n as path data, from the lower left corner. */
export function curvePath(plot: Plot): string {
  const points = Array.from({ length: POINTS + 1 }, (_, index) => {
    // Denser at the start, where the curve bends.
    const attempts = plot.span * (index / POINTS) ** 2
    return `${xOf(plot, attempts).toFixed(1)},${yOf(plot, probabilityAfter(attempts, plot.chance)).toFixed(1)}`
  })
  return `M${points.join('L')}`
}
