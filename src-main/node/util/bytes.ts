import { DecodeError } from './decodeError.ts'

const HEX = /^[0-9a-fA-F]*$/
const { hexSlice, latin1Slice } = Buffer.prototype

/** A new array holding the parts one after another. */
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

/** Same length and same bytes. Not constant time: never compare secrets with it. */
export function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  // A plain loop beats a call into native code for the 20 and 32 byte values this is used for.
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** Whether the bytes begin with these. Not constant time. */
export function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  if (start.length > bytes.length) return false
  for (let i = 0; i < start.length; i++) if (bytes[i] !== start[i]) return false
  return true
}

/** Order by unsigned bytes; of two arrays where one is the start of the other, the shorter comes first. Returns −1, 0 or 1. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b)
}

/** Lower-case hex of the bytes as they are. */
export function toHex(bytes: Uint8Array): string {
  // Not through a Buffer: to make one of a short array, that must first be moved to memory of its own.
  return hexSlice.call(bytes as Buffer, 0, bytes.length)
}

/** A text with a character for each byte: as a Map key half as long as hex, and quicker to make. */
export function toLatin1(bytes: Uint8Array): string {
  return latin1Slice.call(bytes as Buffer, 0, bytes.length)
}

/** Whether `fromHex` would yield at least one byte: hex digits of either case, an even and non-zero number of them. */
export function isHex(text: string): boolean {
  return text.length > 0 && text.length % 2 === 0 && HEX.test(text)
}

/**
 * Bytes of a hex text of either case; the empty text gives no bytes.
 * @throws DecodeError on an odd length or any other character.
 */
export function fromHex(text: string): Uint8Array {
  // Node's own decoder stops silently at a bad digit and looks only at the low byte of a wide character: check first.
  if (text.length % 2 !== 0 || !HEX.test(text)) throw new DecodeError('not a hex string')
  const out = new Uint8Array(text.length / 2)
  Buffer.from(out.buffer).write(text, 'hex')
  return out
}

/** The form in which hashes are shown: hex of the reversed 32 bytes. */
export function toDisplayHex(hash: Uint8Array): string {
  return toHex(new Uint8Array(hash).reverse())
}

/**
 * Internal order of a hash given in display form.
 * @throws DecodeError unless the text is exactly 64 hex digits.
 */
export function fromDisplayHex(text: string): Uint8Array {
  if (text.length !== 64) throw new DecodeError('a hash has 64 hex digits')
  return fromHex(text).reverse()
}

/** How indexes of outputs are ordered in the reference's databases, where they stand little-endian: beyond 255 not as numbers are. */
export const littleEndianOrder = (a: number, b: number): number => swapBytes(a) - swapBytes(b)

function swapBytes(value: number): number {
  return (((value & 0xff) << 24) | ((value & 0xff00) << 8) | ((value >>> 8) & 0xff00) | (value >>> 24)) >>> 0
}
