/** Path data of charts. Coordinates are px, written to a tenth. */

export type PathPoint = readonly [x: number, y: number]

const toPixels = (value: number) => value.toFixed(1)

/** Returns straight lines through the points; an empty path without points. */
export function linePath(points: readonly PathPoint[]): string {
  return points.length === 0 ? '' : `M${points.map(([x, y]) => `${toPixels(x)},${toPixels(y)}`).join('L')}`
}

/**
 * Returns a line of steps.
 * @param start where it begins
 * @param steps each y applies from its x to the x of the next
 * @param end x to which the last step reaches
 */
export function stepPath(start: PathPoint, steps: readonly PathPoint[], end: number): string {
  let path = linePath([start])
  let at = toPixels(start[0])
  for (const [x, y] of steps) {
    const next = toPixels(x)
    path += `${next === at ? '' : `H${next}`}V${toPixels(y)}`
    at = next
  }
  return `${path}H${toPixels(end)}`
}

/**
 * Closes a line to the area between it and a horizontal base.
 * @param from x at which the line begins; may be left out if it begins on the base
 */
export function areaPath(line: string, base: number, from?: number): string {
  if (line === '') return ''
  return `${line}V${toPixels(base)}${from === undefined ? '' : `H${toPixels(from)}`}Z`
}
