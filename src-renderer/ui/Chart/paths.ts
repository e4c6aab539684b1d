/** Path data of charts. Coordinates are in px, rounded to a tenth. */

export type PathPoint = readonly [x: number, y: number]

const toPixels = (value: number) => value.toFixed(1)

/** Returns a path of straight lines through the points; empty if there are no points. */
export function linePath(points: readonly PathPoint[]): string {
  return points.length === 0 ? '' : `M${points.map(([x, y]) => `${toPixels(x)},${toPixels(y)}`).join('L')}`
}

/**
 * Returns a path of steps.
 * @param start start of the path
 * @param steps each y applies from its x to the x of the next step
 * @param end x at which the last step ends
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
 * Closes a line to the area between the line and a horizontal base.
 * @param from x at which the line starts; optional if the line starts on the base
 */
export function areaPath(line: string, base: number, from?: number): string {
  if (line === '') return ''
  return `${line}V${toPixels(base)}${from === undefined ? '' : `H${toPixels(from)}`}Z`
}
