/** The text is not JSON, or nested too deeply. The message is for developers. Clients receive only "Parse error". */
export class JsonParseError extends Error {
  override readonly name = 'JsonParseError'
}

/** Longer numbers are rejected: the regular expression would overflow its stack. */
const NUMBER = /-?(?:0|[1-9][0-9]{0,5000})(?:\.[0-9]{1,5000})?(?:[eE][+-]?[0-9]{1,5000})?/y
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
/** Parts of a string per join: a list of millions of one-character strings takes many times their memory. */
const PARTS_PER_PIECE = 1024

/** Scans the scalars of a JSON text, from position `at`. */
export class JsonScanner {
  at = 0
  /** true while a string with escapes is being read */
  inString = false
  private readonly text: string
  /** start of the current run without escapes */
  private from = 0
  /** parts of a string with escapes */
  private pieces: string[] | undefined
  private parts: string[] | undefined

  constructor(text: string) {
    this.text = text
  }

  fail(what: string): never {
    throw new JsonParseError(`${what} at offset ${this.at}`)
  }

  /** Returns the current character code, or NaN at the end. */
  code(): number {
    return this.text.charCodeAt(this.at)
  }

  /** Skips spaces and line breaks up to `stop`. */
  blanks(stop: number): void {
    const { text } = this
    let { at } = this
    while (at < stop) {
      const code = text.charCodeAt(at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break
      at++
    }
    this.at = at
  }

  word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.fail('unknown word')
    this.at += word.length
    return value
  }

  number(): string {
    NUMBER.lastIndex = this.at
    const match = NUMBER.exec(this.text)
    if (match === null) this.fail('missing value')
    this.at = NUMBER.lastIndex
    return match[0]
  }

  /** Call at the opening quote. */
  beginString(): void {
    this.at++
    this.from = this.at
    this.inString = true
  }

  /** Continues reading until about `stop`. Returns undefined if the string is not complete. */
  string(stop: number): string | undefined {
    while (this.at < stop) {
      const code = this.passPlain(stop)
      if (code === undefined) break
      const run = this.text.slice(this.from, this.at)
      if (code === 0x22) {
        this.at++
        this.inString = false
        return this.together(run)
      }
      this.keep(run)
      this.keep(this.escape())
      this.from = this.at
    }
    return undefined
  }

  /** Moves to the closing quote or to a backslash. Returns undefined if neither comes before `stop`. */
  private passPlain(stop: number): number | undefined {
    const { text } = this
    let end = this.at
    for (; end < stop; end++) {
      const code = text.charCodeAt(end)
      if (code === 0x22 || code === 0x5c) {
        this.at = end
        return code
      }
      // Also true for NaN, which marks the end of the text.
      if (!(code >= 0x20)) {
        this.at = end
        this.fail('unterminated string')
      }
    }
    this.at = end
    return undefined
  }

  private keep(part: string): void {
    this.parts ??= []
    if (this.parts.push(part) < PARTS_PER_PIECE) return
    this.pieces ??= []
    this.pieces.push(this.parts.join(''))
    this.parts = undefined
  }

  private together(last: string): string {
    if (this.parts === undefined && this.pieces === undefined) return last
    const text = [...(this.pieces ?? []), ...(this.parts ?? []), last].join('')
    this.pieces = undefined
    this.parts = undefined
    return text
  }

  /** Reads an escape at a backslash. Rejects half of a surrogate pair, as the reference does. */
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
    if (unit > 0xdbff || !this.text.startsWith('\\u', this.at)) this.fail('incomplete surrogate pair')
    const low = this.unicodeEscape()
    if (low < 0xdc00 || low > 0xdfff) this.fail('incomplete surrogate pair')
    return String.fromCharCode(unit, low)
  }

  private unicodeEscape(): number {
    const digits = this.text.slice(this.at + 2, this.at + 6)
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail('bad unicode escape')
    this.at += 6
    return Number.parseInt(digits, 16)
  }
}
