/** A run of text that is safe to show, or one character that must be seen for what it is. */
export type TextRun =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mark'; readonly text: string; readonly name: string }

// Controls, format characters (direction marks among them), line and paragraph separators, and whatever fonts leave blank.
const HIDDEN = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}|\p{Cs}/u
const PICTOGRAPH = /\p{Extended_Pictographic}/u
const COMBINING = /\p{M}/u
/** More marks than this on one letter are decoration that spills over neighbouring lines. */
const MAX_COMBINING = 4

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

export interface VisibleTextOptions {
  /** characters (code points) shown before the rest is cut */
  readonly max: number
  /** line feeds stay line feeds */
  readonly multiline?: boolean | undefined
}

/** A blank that a run of which hides what follows, or that looks like another one. */
const BLANK = /[\p{Zs}\u2800\u3164]/u
const SPACE = ' '

/**
 * Text that somebody decides by: as visibleText, but nothing is left out. What would be cut there is a mark here, and so
 * are blanks that are not the ordinary one, but those of this program between groups of digits, and blanks that follow each other, as one mark with their number: 700 of them before an address would push it away.
 */
export function wholeText(input: string): TextRun[] {
  const runs: TextRun[] = []
  const add = (kind: TextRun['kind'], text: string) => addRun(runs, kind, text)
  const characters = Array.from(input)
  let combining = 0
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? ''
    combining = COMBINING.test(character) ? combining + 1 : 0
    const blanks = blanksAt(characters, index)
    if (blanks > 1) {
      index += blanks - 1
      add('mark', `${blanks} blanks`)
    } else if (blanks === 1 && character !== SPACE && !isGroupBlank(characters, index)) {
      add('mark', nameOf(character))
    } else if (combining > MAX_COMBINING || !isPlain(characters, index, false)) {
      add('mark', character === '\n' ? '⏎' : nameOf(character))
    } else add('text', character)
  }
  return runs
}

/** The blank that this program writes between groups of digits (`figures.ts`): it hides nothing. */
const GROUP_BLANK = '\u202f'
const isDigit = (character: string | undefined) => character !== undefined && /^[0-9]$/.test(character)

function isGroupBlank(characters: readonly string[], index: number): boolean {
  const [first, second, third, after] = characters.slice(index + 1, index + 5)
  if (characters[index] !== GROUP_BLANK || !isDigit(characters[index - 1])) return false
  return isDigit(first) && isDigit(second) && isDigit(third) && !isDigit(after)
}

function addRun(runs: TextRun[], kind: TextRun['kind'], text: string): void {
  const last = runs.at(-1)
  if (kind === 'mark') runs.push({ kind, text, name: text })
  else if (last?.kind === 'text') runs[runs.length - 1] = { kind, text: last.text + text }
  else runs.push({ kind, text })
}

/** How many blanks follow each other from here. */
function blanksAt(characters: readonly string[], index: number): number {
  let end = index
  while (BLANK.test(characters[end] ?? '')) end += 1
  return end - index
}

/**
 * Prepares text from strangers (token names, descriptions, user agents) for display: control, bidirectional and
 * invisible characters become visible marks, stacked combining marks and excess length are cut. Shown as text nodes
 * only, the result cannot reorder, overprint or imitate what stands around it.
 */
export function visibleText(input: string, options: VisibleTextOptions): { runs: TextRun[]; cut: boolean } {
  const runs: TextRun[] = []
  let plain = ''
  let combining = 0
  let count = 0
  const characters = Array.from(input)
  const flush = () => {
    if (plain) runs.push({ kind: 'text', text: plain })
    plain = ''
  }
  for (const [index, character] of characters.entries()) {
    if (count >= options.max) {
      flush()
      return { runs, cut: true }
    }
    count += 1
    combining = COMBINING.test(character) ? combining + 1 : 0
    if (combining > MAX_COMBINING) continue
    if (isPlain(characters, index, options.multiline ?? false)) plain += character
    else {
      flush()
      runs.push({ kind: 'mark', text: character === '\n' ? '⏎' : nameOf(character), name: nameOf(character) })
    }
  }
  flush()
  return { runs, cut: false }
}

function isPlain(characters: readonly string[], index: number, multiline: boolean): boolean {
  const character = characters[index] ?? ''
  if (character === '\n') return multiline
  if (character === '\u200d') {
    // The joiner inside an emoji sequence is part of the picture.
    const before = characters[index - 1] === '\ufe0f' ? characters[index - 2] : characters[index - 1]
    return PICTOGRAPH.test(before ?? '') && PICTOGRAPH.test(characters[index + 1] ?? '')
  }
  // So is the selector that asks for the coloured form.
  if (character === '\ufe0f') return PICTOGRAPH.test(characters[index - 1] ?? '')
  return !HIDDEN.test(character)
}

/** The same as one string, for places that take no elements (titles, file names, accessible names). */
export function visibleString(input: string, max: number): string {
  const { runs, cut } = visibleText(input, { max })
  return runs.map((run) => (run.kind === 'text' ? run.text : `[${run.text}]`)).join('') + (cut ? '…' : '')
}
