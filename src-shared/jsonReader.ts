import { addMember, type JsonObject, type JsonValue, NumberLiteral } from './jsonValue.ts'

/** The text is not JSON, or nested too deeply. The message is for developers; clients are told "Parse error". */
export class JsonParseError extends Error {
  override readonly name = 'JsonParseError'
}

/** The reference refuses deeper nesting as a parse error. */
const MAX_JSON_DEPTH = 512

export interface ParseLimits {
  readonly maxDepth?: number
  /** in UTF-16 units */
  readonly maxLength?: number
}

/** @throws JsonParseError and nothing else */
export function parseJson(text: string, limits: ParseLimits = {}): JsonValue {
  if (limits.maxLength !== undefined && text.length > limits.maxLength) throw new JsonParseError('text is too long')
  const parser = new Parser(text, limits.maxDepth ?? MAX_JSON_DEPTH)
  const value = parser.value(1)
  parser.end()
  return value
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

class Parser {
  private readonly text: string
  private readonly maxDepth: number
  private at = 0

  constructor(text: string, maxDepth: number) {
    this.text = text
    this.maxDepth = maxDepth
  }

  value(depth: number): JsonValue {
    this.blanks()
    switch (this.text.charCodeAt(this.at)) {
      case 0x22:
        return this.string()
      case 0x7b:
        return this.object(depth)
      case 0x5b:
        return this.array(depth)
      case 0x74:
        return this.word('true', true)
      case 0x66:
        return this.word('false', false)
      case 0x6e:
        return this.word('null', null)
      default:
        return this.number()
    }
  }

  end(): void {
    this.blanks()
    if (this.at < this.text.length) this.fail('something follows the value')
  }

  private fail(what: string): never {
    throw new JsonParseError(`${what} at offset ${this.at}`)
  }

  private blanks(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.at++
    }
  }

  private word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.fail('unknown word')
    this.at += word.length
    return value
  }

  private number(): NumberLiteral {
    NUMBER.lastIndex = this.at
    const match = NUMBER.exec(this.text)
    if (match === null) this.fail('a value is missing')
    this.at = NUMBER.lastIndex
    return new NumberLiteral(match[0])
  }

  private string(): string {
    const { text } = this
    const start = this.at + 1
    let end = start
    for (;;) {
      const code = text.charCodeAt(end)
      if (code === 0x22) {
        this.at = end + 1
        return text.slice(start, end)
      }
      if (code === 0x5c) return this.escapedString(start, end)
      // NaN (the end of the text) fails the comparison too.
      if (!(code >= 0x20)) {
        this.at = end
        this.fail('a string does not end')
      }
      end++
    }
  }

  private escapedString(start: number, firstEscape: number): string {
    const { text } = this
    const parts: string[] = []
    let from = start
    let at = firstEscape
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === 0x22) {
        parts.push(text.slice(from, at))
        this.at = at + 1
        return parts.join('')
      }
      this.at = at
      if (!(code >= 0x20)) this.fail('a string does not end')
      if (code === 0x5c) {
        parts.push(text.slice(from, at), this.escape())
        from = this.at
        at = from
      } else at++
    }
  }

  /** At a backslash. Half of a surrogate pair is refused, as the reference does. */
  private escape(): string {
    const letter = this.text.charAt(this.at + 1)
    if (letter !== 'u') {
      const character = ESCAPES[letter]
      if (character === undefined) this.fail('unknown escape')
      this.at += 2
      return character
    }
    const unit = this.unicodeEscape()
    if (unit < 0xd800 || unit > 0xdfff) return String.fromCharCode(unit)
    if (unit > 0xdbff || !this.text.startsWith('\\u', this.at)) this.fail('half a surrogate pair')
    const low = this.unicodeEscape()
    if (low < 0xdc00 || low > 0xdfff) this.fail('half a surrogate pair')
    return String.fromCharCode(unit, low)
  }

  private unicodeEscape(): number {
    const digits = this.text.slice(this.at + 2, this.at + 6)
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail('bad unicode escape')
    this.at += 6
    return Number.parseInt(digits, 16)
  }

  private array(depth: number): JsonValue[] {
    if (depth > this.maxDepth) this.fail('nested too deeply')
    const items: JsonValue[] = []
    this.at++
    this.blanks()
    if (this.text.charCodeAt(this.at) === 0x5d) {
      this.at++
      return items
    }
    for (;;) {
      items.push(this.value(depth + 1))
      if (!this.another(0x5d)) return items
    }
  }

  private object(depth: number): JsonObject {
    if (depth > this.maxDepth) this.fail('nested too deeply')
    const members: JsonObject = new Map()
    this.at++
    this.blanks()
    if (this.text.charCodeAt(this.at) === 0x7d) {
      this.at++
      return members
    }
    for (;;) {
      this.blanks()
      if (this.text.charCodeAt(this.at) !== 0x22) this.fail('a member name is missing')
      const name = this.string()
      this.blanks()
      if (this.text.charCodeAt(this.at) !== 0x3a) this.fail('a colon is missing')
      this.at++
      const value = this.value(depth + 1)
      addMember(members, name, value)
      if (!this.another(0x7d)) return members
    }
  }

  /** After an item: true at a comma, false at the closing bracket. */
  private another(closing: number): boolean {
    this.blanks()
    const code = this.text.charCodeAt(this.at)
    if (code !== 0x2c && code !== closing) this.fail('a comma or bracket is missing')
    this.at++
    return code === 0x2c
  }
}
