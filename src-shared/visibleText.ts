/** A run of text that is safe to show, or a character that must be shown as a mark. */
export type TextRun =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mark'; readonly text: string; readonly name: string }

// Controls, format characters (including direction marks), line and paragraph separators, and characters that fonts
// leave blank.
const HIDDEN = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}|\p{Cs}/u
const PICTOGRAPH = /\p{Extended_Pictographic}/u
const COMBINING = /\p{M}/u
/** Maximum number of combining marks per letter. More would overlap neighbouring lines. */
const MAX_COMBINING = 4

function formatCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

export interface VisibleTextOptions {
  /** characters (code points) shown before the text is truncated */
  readonly max: number
  /** keeps line feeds */
  readonly multiline?: boolean | undefined
}

/** A space character. Repeated, it hides the text after it, and it may look like another space. */
const BLANK = /[\p{Zs}\u2800\u3164]/u
const SPACE = ' '

/**
 * Prepares text that the user decides by. Works like visibleText, but omits nothing: truncated characters become marks.
 * So do unusual spaces, except this program's between groups of digits. Repeated spaces become one mark with their
 * number, because 700 spaces before an address would push it out of view.
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
      add('mark', formatCodePoint(character))
    } else if (combining > MAX_COMBINING || !isPlain(characters, index, false)) {
      add('mark', character === '\n' ? '⏎' : formatCodePoint(character))
    } else add('text', character)
  }
  return runs
}

/** Space that this program writes between groups of digits (`figures.ts`). It hides nothing. */
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

/** Returns the number of consecutive spaces from this position. */
function blanksAt(characters: readonly string[], index: number): number {
  let end = index
  while (BLANK.test(characters[end] ?? '')) end += 1
  return end - index
}

/**
 * Prepares untrusted text (token names, descriptions, user agents) for display. Control, bidirectional and invisible
 * characters become visible marks. Stacked combining marks and excess length are cut. Shown only as text nodes, the
 * result cannot reorder, overprint or imitate the text around it.
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
      runs.push({
        kind: 'mark',
        text: character === '\n' ? '⏎' : formatCodePoint(character),
        name: formatCodePoint(character),
      })
    }
  }
  flush()
  return { runs, cut: false }
}

function isPlain(characters: readonly string[], index: number, multiline: boolean): boolean {
  const character = characters[index] ?? ''
  if (character === '\n') return multiline
  if (character === '\u200d') {
    // Keep the joiner inside an emoji sequence, because it is part of the picture.
    const before = characters[index - 1] === '\ufe0f' ? characters[index - 2] : characters[index - 1]
    return PICTOGRAPH.test(before ?? '') && PICTOGRAPH.test(characters[index + 1] ?? '')
  }
  // Keep the selector of the coloured form too.
  if (character === '\ufe0f') return PICTOGRAPH.test(characters[index - 1] ?? '')
  return !HIDDEN.test(character)
}

/**
 * Returns the visible text as one string, for titles, file names and accessible names, which cannot contain elements.
 */
export function visibleString(input: string, max: number): string {
  const { runs, cut } = visibleText(input, { max })
  return runs.map((run) => (run.kind === 'text' ? run.text : `[${run.text}]`)).join('') + (cut ? '…' : '')
}
