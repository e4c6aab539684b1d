import { DecodeError } from '../util/index.ts'

/** A tag octet and the content behind it. */
export interface DerItem {
  readonly tag: number
  readonly content: Uint8Array
}

/**
 * Reads DER items one after another. Only what an encoder would write is accepted: one-octet tags, definite and shortest
 * lengths. Contents are views of the input.
 */
export class DerReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get done(): boolean {
    return this.#at === this.#bytes.length
  }

  /** Start of the next item. */
  get position(): number {
    return this.#at
  }

  item(): DerItem {
    const tag = this.#byte()
    const length = this.#length()
    const start = this.#at
    if (length > this.#bytes.length - start) throw new DecodeError('DER content ends early')
    this.#at = start + length
    return { tag, content: this.#bytes.subarray(start, this.#at) }
  }

  /** The content of the next item, which must have this tag. */
  content(tag: number): Uint8Array {
    const item = this.item()
    if (item.tag !== tag) throw new DecodeError(`DER tag ${item.tag} where ${tag} belongs`)
    return item.content
  }

  /** The content of the next item, which must have this tag and length. */
  fixed(tag: number, length: number): Uint8Array {
    const content = this.content(tag)
    if (content.length !== length) throw new DecodeError(`${content.length} bytes where ${length} belong`)
    return content
  }

  end(): void {
    if (!this.done) throw new DecodeError('bytes after the last DER item')
  }

  #byte(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw new DecodeError('DER item ends early')
    this.#at++
    return byte
  }

  #length(): number {
    const first = this.#byte()
    if (first < 0x80) return first
    // Nothing this protocol carries needs more than two length octets.
    if (first !== 0x81 && first !== 0x82) throw new DecodeError('DER length form not allowed')
    const value = first === 0x81 ? this.#byte() : (this.#byte() << 8) | this.#byte()
    if (value < (first === 0x81 ? 0x80 : 0x100)) throw new DecodeError('DER length not shortest')
    return value
  }
}

/**
 * A non-negative INTEGER in its shortest form, up to 2^53 − 1.
 * @throws DecodeError if it is negative, padded or larger.
 */
export function readInteger(content: Uint8Array): number {
  const first = content[0]
  if (first === undefined) throw new DecodeError('empty INTEGER')
  if (first >= 0x80) throw new DecodeError('negative INTEGER')
  if (first === 0 && content.length > 1 && (content[1] as number) < 0x80) throw new DecodeError('padded INTEGER')
  if (content.length > 8) throw new DecodeError('INTEGER too large')
  let value = 0
  for (const byte of content) value = value * 256 + byte
  if (value > Number.MAX_SAFE_INTEGER) throw new DecodeError('INTEGER too large')
  return value
}

/** Shortest INTEGER content of a non-negative number. */
export function integerContent(value: number): Uint8Array {
  const reversed: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 256)) {
    reversed.push(rest % 256)
    if (rest < 128) break
  }
  return Uint8Array.from(reversed.reverse())
}

/** One DER item made of a tag octet and its content, given in pieces. */
export function derItem(tag: number, ...pieces: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const piece of pieces) length += piece.length
  const head = length < 0x80 ? 2 : length < 0x100 ? 3 : 4
  if (length > 0xffff) throw new RangeError('DER item too long')
  const out = new Uint8Array(head + length)
  out[0] = tag
  if (head === 2) out[1] = length
  else if (head === 3) {
    out[1] = 0x81
    out[2] = length
  } else {
    out[1] = 0x82
    out[2] = length >> 8
    out[3] = length & 0xff
  }
  let at = head
  for (const piece of pieces) {
    out.set(piece, at)
    at += piece.length
  }
  return out
}
