import { JsonScanner } from './jsonText.ts'
import { addMember, type JsonObject, type JsonValue, NumberLiteral } from './jsonValue.ts'

export { JsonParseError } from './jsonText.ts'

/** Maximum nesting: the reference rejects deeper nesting as a parse error. */
const MAX_JSON_DEPTH = 512

export interface ParseLimits {
  readonly maxDepth?: number
  /** in UTF-16 code units */
  readonly maxLength?: number
}

/** Approximate memory of values in bytes, in addition to their text. */
const WEIGHT = { scalar: 48, array: 64, object: 256, member: 64 }

/** @throws JsonParseError, and no other error */
export function parseJson(text: string, limits: ParseLimits = {}): JsonValue {
  const parse = createJsonParse(text, limits)
  parse.advance(Number.POSITIVE_INFINITY)
  return parse.value()
}

/** An incremental parser, so that a long text does not block other work. */
export interface JsonParse {
  /**
   * Parses about `units` more UTF-16 code units. Returns true when the value is complete.
   * @throws JsonParseError if the text is invalid
   */
  advance(units: number): boolean
  /** Returns the approximate memory in bytes of the values read so far, in addition to the text. */
  weight(): number
  /** Returns the value. Valid only after `advance` has returned true. */
  value(): JsonValue
}

/** @throws JsonParseError if the text is longer than the limit */
export function createJsonParse(text: string, limits: ParseLimits = {}): JsonParse {
  return new Parse(text, limits)
}

/** Kind of token expected next. */
type Next = 'value' | 'first item' | 'first name' | 'name' | 'colon' | 'comma' | 'nothing' | 'end'

interface OpenObject {
  readonly members: JsonObject
  /** name of the member whose value is being read */
  name: string
}

/** Keeps open arrays and objects in a list instead of the call stack, so that parsing can pause. */
class Parse implements JsonParse {
  private readonly text: JsonScanner
  private readonly maxDepth: number
  private readonly open: (JsonValue[] | OpenObject)[] = []
  private next: Next = 'value'
  private readsName = false
  private bytes = 0
  private root: JsonValue = null

  constructor(text: string, { maxDepth, maxLength }: ParseLimits) {
    this.text = new JsonScanner(text)
    this.maxDepth = maxDepth ?? MAX_JSON_DEPTH
    if (maxLength !== undefined && text.length > maxLength) this.text.fail('the text is too long')
  }

  weight(): number {
    return this.bytes
  }

  value(): JsonValue {
    return this.root
  }

  advance(units: number): boolean {
    const stop = this.text.at + units
    while (this.next !== 'end') {
      if (this.text.at >= stop) return false
      if (this.text.inString) this.finishString(stop)
      else this.step(stop)
    }
    return true
  }

  private step(stop: number): void {
    this.text.blanks(stop)
    if (this.text.at >= stop) return
    const code = this.text.code()
    switch (this.next) {
      case 'value':
        this.readValue(code, stop)
        break
      case 'first item':
        if (code === 0x5d) this.close()
        else this.readValue(code, stop)
        break
      case 'colon':
        if (code !== 0x3a) this.text.fail('missing colon')
        this.text.at++
        this.next = 'value'
        break
      case 'comma':
        this.comma(code)
        break
      case 'nothing':
        if (!Number.isNaN(code)) this.text.fail('unexpected text after the value')
        this.next = 'end'
        break
      default:
        if (this.next === 'first name' && code === 0x7d) this.close()
        else if (code === 0x22) this.beginString(true, stop)
        else this.text.fail('missing member name')
    }
  }

  private readValue(code: number, stop: number): void {
    if (code === 0x22) this.beginString(false, stop)
    else if (code === 0x7b) this.enter({ members: new Map(), name: '' }, 'first name', WEIGHT.object)
    else if (code === 0x5b) this.enter([], 'first item', WEIGHT.array)
    else if (code === 0x74) this.add(this.text.word('true', true))
    else if (code === 0x66) this.add(this.text.word('false', false))
    else if (code === 0x6e) this.add(this.text.word('null', null))
    else {
      const digits = this.text.number()
      this.bytes += WEIGHT.scalar + digits.length
      this.add(new NumberLiteral(digits))
    }
  }

  private enter(container: JsonValue[] | OpenObject, next: Next, weight: number): void {
    if (this.open.length >= this.maxDepth) this.text.fail('nested too deeply')
    this.text.at++
    this.bytes += weight
    this.open.push(container)
    this.next = next
  }

  private beginString(name: boolean, stop: number): void {
    this.readsName = name
    this.text.beginString()
    this.finishString(stop)
  }

  /** Parsing can also pause inside strings with many escapes. */
  private finishString(stop: number): void {
    const text = this.text.string(stop)
    if (text === undefined) return
    // Strings are slices of the text, except those with escapes.
    this.bytes += WEIGHT.scalar
    if (this.readsName) this.nameMember(text)
    else this.add(text)
  }

  private nameMember(name: string): void {
    const object = this.open[this.open.length - 1] as OpenObject
    object.name = name
    this.next = 'colon'
  }

  private add(value: JsonValue): void {
    const container = this.open[this.open.length - 1]
    if (container === undefined) {
      this.root = value
      this.next = 'nothing'
      return
    }
    this.next = 'comma'
    if (Array.isArray(container)) {
      this.bytes += 8
      container.push(value)
    } else {
      this.bytes += WEIGHT.member
      addMember(container.members, container.name, value)
    }
  }

  /** Handles the token after an item: a comma or the closing bracket. */
  private comma(code: number): void {
    const array = Array.isArray(this.open[this.open.length - 1])
    if (code === 0x2c) {
      this.text.at++
      this.next = array ? 'value' : 'name'
    } else if (code === (array ? 0x5d : 0x7d)) this.close()
    else this.text.fail('missing comma or bracket')
  }

  private close(): void {
    this.text.at++
    const container = this.open.pop()
    if (container !== undefined) this.add(Array.isArray(container) ? container : container.members)
  }
}
