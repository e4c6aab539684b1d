import type { Column } from './columns.ts'

/** Maximum width in px. A longer header (a chain's name may be long) ends in an ellipsis and has its text as title. */
const MAX_WIDTH_PX = 168
/** Must match the style in HeaderRow. */
const FONT = '500 12px'

let pen: CanvasRenderingContext2D | null | undefined
const measured = new Map<string, number>()

/** Returns the width of a text in one line of a header, in px. */
function lineWidth(text: string): number {
  const known = measured.get(text)
  if (known !== undefined) return known
  pen ??= document.createElement('canvas').getContext('2d')
  if (!pen) return 0
  pen.font = `${FONT} ${getComputedStyle(document.body).fontFamily}`
  const width = Math.ceil(pen.measureText(text).width) + 2
  // Until the font is loaded, another font is measured, so do not cache the width.
  if (document.fonts.check(pen.font)) measured.set(text, width)
  return width
}

/**
 * Returns the minimum width in px at which a text fits in two lines without truncating a word.
 * @param widthOf returns the width of a text in one line
 */
export function twoLineWidth(text: string, widthOf: (line: string) => number): number {
  const words = text.split(' ')
  const splits = words.map((_, at) =>
    Math.max(widthOf(words.slice(0, at + 1).join(' ')), widthOf(words.slice(at + 1).join(' '))),
  )
  return Math.min(...splits)
}

/** Returns a track that is at least `min` px wide. */
export function widenedTrack(track: string, min: number): string {
  const fixed = /^(\d+)px$/.exec(track)
  if (fixed) return `${Math.max(Number(fixed[1]), min)}px`
  const [, from, to = ''] = /^minmax\((\d+)(?:px)?, (.+)\)$/.exec(track) ?? []
  return from === undefined ? track : `minmax(${Math.max(Number(from), min)}px, ${to})`
}

/** Returns the track of a column, wide enough for its header in every language. */
export function columnTrackFor<Row>({ width, header, headerCell }: Column<Row>): string {
  return headerCell ? width : widenedTrack(width, Math.min(MAX_WIDTH_PX, twoLineWidth(header, lineWidth)))
}
