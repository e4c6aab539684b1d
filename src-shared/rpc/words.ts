/** Splits a console line into words like a shell, except that JSON needs no quotes: `{"a": 1}` is one word. */
import { toParamsText, WordError } from './args.ts'

export interface Word {
  /** text without its quotes */
  readonly text: string
  /** position in the line */
  readonly from: number
  readonly to: number
  /** true if a quote or bracket is still open at the end of the line */
  readonly open: boolean
}

export function splitWords(line: string): Word[] {
  const words: Word[] = []
  let at = 0
  for (;;) {
    while (/\s/.test(line.charAt(at))) at++
    if (at >= line.length) return words
    const word = line.charAt(at) === '{' || line.charAt(at) === '[' ? readJsonWord(line, at) : readPlainWord(line, at)
    words.push(word)
    at = word.to
  }
}

/** Reads up to the bracket that closes the first one. Brackets inside strings are ignored. */
function readJsonWord(line: string, from: number): Word {
  let depth = 0
  let quoted = false
  for (let at = from; at < line.length; at++) {
    const character = line.charAt(at)
    if (quoted) {
      if (character === '\\') at++
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) {
      return { text: line.slice(from, at + 1), from, to: at + 1, open: false }
    }
  }
  return { text: line.slice(from), from, to: line.length, open: true }
}

/** Reads a word. In double quotes, a backslash escapes a quote or backslash. Single quotes have no escapes. */
function readPlainWord(line: string, from: number): Word {
  let text = ''
  let quote = ''
  let at = from
  for (; at < line.length; at++) {
    const character = line.charAt(at)
    if (quote === '') {
      if (/\s/.test(character)) break
      if (character === '"' || character === "'") quote = character
      else text += character
    } else if (character === quote) quote = ''
    else if (quote === '"' && character === '\\' && /["\\]/.test(line.charAt(at + 1))) text += line.charAt(++at)
    else text += character
  }
  return { text, from, to: at, open: quote !== '' }
}

export interface ConsoleCall {
  readonly method: string
  readonly paramsText: string
}

/**
 * Parses a console line as a call. Returns undefined for a blank line.
 * @throws WordError if a quote or bracket is open, or an argument does not match the method
 */
export function consoleCall(line: string): ConsoleCall | undefined {
  const [method, ...words] = splitWords(line)
  if (method === undefined) return undefined
  if ([method, ...words].some((word) => word.open)) throw new WordError('A quote or bracket is not closed')
  return {
    method: method.text,
    paramsText: toParamsText(
      method.text,
      words.map((word) => word.text),
    ),
  }
}
