import { DecodeError } from '../util/index.ts'

/** A tag octet and the content that follows it. */
export interface DerItem {
  readonly tag: number
  readonly content: Uint8Array
}

/**
 * Reads DER items one after another. Accepts only canonical encodings: one-octet tags, definite and shortest lengths.
 * Contents are views of the input.
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

  /** Offset of the next item. */
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

  /** Returns the content of the next item, which must have this tag. */
  content(tag: number): Uint8Array {
    const item = this.item()
    if (item.tag !== tag) throw new DecodeError(`expected DER tag ${tag}, got ${item.tag}`)
    return item.content
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
    // No item of this protocol needs more than two length octets.
    if (first !== 0x81 && first !== 0x82) throw new DecodeError('DER length form not allowed')
    const value = first === 0x81 ? this.#byte() : (this.#byte() << 8) | this.#byte()
    if (value < (first === 0x81 ? 0x80 : 0x100)) throw new DecodeError('DER length not shortest')
    return value
  }
}

/**
 * Parses a non-negative INTEGER in its shortest form, up to 2^63 − 1 (crypto-conditions.md §9.5).
 * @throws DecodeError if it is negative, padded or larger
 */
export function readInteger(content: Uint8Array): bigint {
  const first = content[0]
  if (first === undefined) throw new DecodeError('empty INTEGER')
  if (first >= 0x80) throw new DecodeError('negative INTEGER')
  if (first === 0 && content.length > 1 && (content[1] as number) < 0x80) throw new DecodeError('padded INTEGER')
  if (content.length > 8) throw new DecodeError('INTEGER too large')
  let high = 0
  let low = 0
  for (const byte of content) {
    high = high * 256 + (low >>> 24)
    low = ((low << 8) | byte) >>> 0
  }
  return high === 0 ? BigInt(low) : (BigInt(high) << 32n) | BigInt(low)
}

/**
 * Returns the shortest INTEGER content of a 64-bit number. The network's encoder treats it as signed, so 2^63 and above
 * are written as negative numbers.
 */
export function integerContent(value: bigint): Uint8Array {
  // Nearly every cost is below this, and plain numbers are faster.
  if (value < 0x80000000n) return smallInteger(Number(value))
  const reversed: number[] = []
  for (let rest = BigInt.asIntN(64, value); ; rest >>= 8n) {
    const byte = Number(rest & 0xffn)
    reversed.push(byte)
    if ((rest >> 8n === 0n && byte < 0x80) || (rest >> 8n === -1n && byte >= 0x80)) break
  }
  return Uint8Array.from(reversed.reverse())
}

/** @param value below 2^31 */
function smallInteger(value: number): Uint8Array {
  if (value < 0x80) return Uint8Array.of(value)
  if (value < 0x8000) return Uint8Array.of(value >> 8, value)
  if (value < 0x800000) return Uint8Array.of(value >> 16, value >> 8, value)
  return Uint8Array.of(value >> 24, value >> 16, value >> 8, value)
}

/** Encodes one DER item from a tag octet and its content, given in pieces. */
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
