import { DecodeError } from './decodeError.ts'

const HEX = /^[0-9a-fA-F]*$/
const { hexSlice, latin1Slice } = Buffer.prototype

/** Returns a new array with the concatenated parts. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const out = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

/** Returns true for the same length and the same bytes. Not constant time: never compare secrets with it. */
export function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  // A plain loop is faster than a call into native code for the usual values of 20 and 32 bytes.
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** Returns true if the bytes begin with `start`. Not constant time. */
export function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  if (start.length > bytes.length) return false
  for (let i = 0; i < start.length; i++) if (bytes[i] !== start[i]) return false
  return true
}

/** Compares by unsigned bytes. A prefix comes before the longer array. Returns −1, 0 or 1. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b)
}

/** Returns the bytes as lower-case hex, in their order. */
export function toHex(bytes: Uint8Array): string {
  // Avoid a Buffer: creating one from a short array first moves the array to separate memory.
  return hexSlice.call(bytes as Buffer, 0, bytes.length)
}

/** Returns a text with one character per byte. As a Map key it is half as long as hex, and faster to create. */
export function toLatin1(bytes: Uint8Array): string {
  return latin1Slice.call(bytes as Buffer, 0, bytes.length)
}

/** Returns true if `fromHex` would return at least one byte: hex digits of either case, an even and non-zero number. */
export function isHex(text: string): boolean {
  return text.length > 0 && text.length % 2 === 0 && HEX.test(text)
}

/**
 * Parses a hex text of either case; the empty text gives no bytes.
 * @throws DecodeError for an odd length or any other character
 */
export function fromHex(text: string): Uint8Array {
  // Check first: Node's own decoder stops silently at a bad digit and reads only the low byte of a wide character.
  if (text.length % 2 !== 0 || !HEX.test(text)) throw new DecodeError('not a hex string')
  const out = new Uint8Array(text.length / 2)
  Buffer.from(out.buffer).write(text, 'hex')
  return out
}

/** Returns the display form of a hash: hex of the reversed 32 bytes. */
export function toDisplayHex(hash: Uint8Array): string {
  return toHex(new Uint8Array(hash).reverse())
}

/**
 * Parses a hash in display form to its internal order.
 * @throws DecodeError unless the text is exactly 64 hex digits
 */
export function fromDisplayHex(text: string): Uint8Array {
  if (text.length !== 64) throw new DecodeError('a hash must have 64 hex digits')
  return fromHex(text).reverse()
}

/**
 * Compares output indexes as komodod's databases order them: they are stored little-endian, which is not numeric order
 * beyond 255.
 */
export const littleEndianOrder = (a: number, b: number): number => swapBytes(a) - swapBytes(b)

function swapBytes(value: number): number {
  return (((value & 0xff) << 24) | ((value & 0xff00) << 8) | ((value >>> 8) & 0xff00) | (value >>> 24)) >>> 0
}
