export interface Size {
  readonly width: number
  readonly height: number
}

export interface Box extends Size {
  readonly left: number
  readonly top: number
}

const MARGIN = 16
/** The status bar at the bottom is never covered. */
const FOOT = 28
/** Close to the edge, beside the title of a page: a single toast fits above its content. */
const HEAD_MARGIN = 8

/** Possible places of notifications, the usual one first. */
function places(room: Size, { width, height }: Size): readonly Box[] {
  const right = room.width - MARGIN - width
  const bottom = room.height - FOOT - MARGIN - height
  const middle = Math.round((room.width - width) / 2)
  return [
    { left: right, top: bottom },
    // Half a sidebar to the right is the middle of the page.
    { left: Math.min(right, middle + 112), top: HEAD_MARGIN },
    { left: middle, top: HEAD_MARGIN },
    { left: middle, top: bottom },
    { left: MARGIN, top: bottom },
    { left: right, top: Math.round((room.height - height) / 2) },
    { left: right, top: MARGIN },
  ].map((place) => ({ ...place, width, height }))
}

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const high = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  return wide > 0 && high > 0 ? wide * high : 0
}

/** The first place at which a notification of this size covers no control; if there is none, where it covers least. */
export function toastPlace(room: Size, size: Size, controls: readonly Box[]): Box {
  const [usual, ...others] = places(room, size).map((place) => ({
    place,
    covered: controls.reduce((sum, control) => sum + overlap(place, control), 0),
  }))
  if (!usual) throw new Error('there is no place')
  return others.reduce((best, next) => (next.covered < best.covered ? next : best), usual).place
}
