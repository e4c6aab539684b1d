import type { Column } from './columns.ts'

/** px; a head that needs more (a chain's name may be long) ends in an ellipsis and has its text in a title */
const MOST = 168
/** as the heads are drawn, see HeaderRow */
const FONT = '500 12px'

let pen: CanvasRenderingContext2D | null | undefined
const measured = new Map<string, number>()

/** Pixels of a text in one line of a head. */
function lineWidth(text: string): number {
  const known = measured.get(text)
  if (known !== undefined) return known
  pen ??= document.createElement('canvas').getContext('2d')
  if (!pen) return 0
  pen.font = `${FONT} ${getComputedStyle(document.body).fontFamily}`
  const width = Math.ceil(pen.measureText(text).width) + 2
  // Before the font is there another one is measured.
  if (document.fonts.check(pen.font)) measured.set(text, width)
  return width
}

/**
 * The least width of a box in which a text has two lines at most and none of its words is cut.
 * @param widthOf of a text in one line
 */
export function twoLineWidth(text: string, widthOf: (line: string) => number): number {
  const words = text.split(' ')
  const splits = words.map((_, at) =>
    Math.max(widthOf(words.slice(0, at + 1).join(' ')), widthOf(words.slice(at + 1).join(' '))),
  )
  return Math.min(...splits)
}

/** A track that is never narrower than so many px. */
export function widenedTrack(track: string, least: number): string {
  const fixed = /^(\d+)px$/.exec(track)
  if (fixed) return `${Math.max(Number(fixed[1]), least)}px`
  const [, from, to = ''] = /^minmax\((\d+)(?:px)?, (.+)\)$/.exec(track) ?? []
  return from === undefined ? track : `minmax(${Math.max(Number(from), least)}px, ${to})`
}

/** The column's track, with room for its head in every language. */
export function trackOf<Row>({ width, header, headerCell }: Column<Row>): string {
  return headerCell ? width : widenedTrack(width, Math.min(MOST, twoLineWidth(header, lineWidth)))
}
