/** TypeScript split into comments and code. Both keep the offsets of the source. */
export interface SplitSource {
  /** Comments without their marks. Comments on consecutive lines are joined. */
  readonly comments: readonly { readonly offset: number; readonly text: string }[]
  /** Source with spaces instead of comments and of the contents of strings, templates and regular expressions. */
  readonly code: string
}

// Sticky pattern. Order of the alternatives: comments, strings (which end at the line's end), parts of templates,
// words, anything else.
const TOKEN =
  /(?<line>\/\/[^\n]*)|(?<block>\/\*[\s\S]*?(?:\*\/|$))|(?<text>'(?:\\[\s\S]|[^'\\\n])*'?|"(?:\\[\s\S]|[^"\\\n])*"?)|(?<word>[\w$]+)|(?<space>\s+)|(?<other>[\s\S])/y
const TEMPLATE_PART = /(?:\\[\s\S]|\$(?!\{)|[^\\`$])*(?:`|\$\{|$)/y
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y
const BEFORE_REGEX = /^(?:return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield|[([{,;:=!&|?+\-*%^~>])$/

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')
const blankInside = (text: string): string =>
  text.length < 2 ? text : text[0] + blank(text.slice(1, -1)) + text.slice(-1)
const withoutMarks = (text: string): string =>
  text.replace(/^\/\*+|\*+\/$/g, blank).replace(/^[ \t]*(?:\*|\/\/+)/gm, blank)

/**
 * Returns the comments and the code of a TypeScript or JavaScript source. Never throws: an unclosed string ends with
 * its line.
 */
export function splitSource(source: string): SplitSource {
  const comments: { offset: number; text: string }[] = []
  const code: string[] = []
  const depths: number[] = []
  let depth = 0
  let before = '('
  let at = 0
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(source)
  }
  const template = (): void => {
    const part = match(TEMPLATE_PART)?.[0] ?? ''
    const mark = part.endsWith('${') ? 2 : part.endsWith('`') ? 1 : 0
    code.push(blank(part.slice(0, part.length - mark)), part.slice(part.length - mark))
    at += part.length
    if (mark === 2) depths.push(depth)
    before = mark === 2 ? '(' : '`'
  }
  const comment = (text: string, isLine: boolean): void => {
    const last = comments.at(-1)
    const gap = last && source.slice(last.offset + last.text.length, at)
    if (isLine && last && /^[ \t]*\n[ \t]*$/.test(gap ?? '') && source.startsWith('//', last.offset))
      last.text += gap + withoutMarks(text)
    else comments.push({ offset: at, text: withoutMarks(text) })
    code.push(blank(text))
  }
  while (at < source.length) {
    const found = match(TOKEN)
    const { line, block, text, space } = found?.groups ?? {}
    let token = found?.[0] ?? ''
    if (line !== undefined || block !== undefined) comment(token, line !== undefined)
    else if (text !== undefined) code.push(blankInside(token))
    else if (token === '/' && BEFORE_REGEX.test(before) && match(REGEX)) {
      token = match(REGEX)?.[0] ?? token
      code.push(blankInside(token))
    } else code.push(token)
    at += token.length
    if (token === '{') depth++
    if (token === '`') template()
    else if (token === '}' && depths.at(-1) === depth) {
      depths.pop()
      template()
    } else {
      if (token === '}') depth--
      if (line === undefined && block === undefined && space === undefined) before = token
    }
  }
  return { comments, code: code.join('') }
}
