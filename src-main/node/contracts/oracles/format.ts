import { toDisplayHex, toHex } from '../../util/index.ts'
import { displayText } from '../framework/displayText.ts'

/**
 * Value types of an oracle's format (oracles.md §5), one letter per value. s and d have a length byte, S and D two; s
 * and S are text, d and D bytes. c t i l are signed numbers of 1, 2, 4 and 8 bytes, C T I L unsigned. h is a hash.
 */
const LENGTH_BYTES: Readonly<Record<string, number>> = { s: 1, d: 1, S: 2, D: 2 }
const FIXED_BYTES: Readonly<Record<string, number>> = { c: 1, C: 1, t: 2, T: 2, i: 4, I: 4, l: 8, L: 8, h: 32 }

export const isOracleFormat = (format: Uint8Array): boolean =>
  format.every((byte) => {
    const letter = String.fromCharCode(byte)
    return letter in LENGTH_BYTES || letter in FIXED_BYTES
  })

/** Returns the bytes of the value at `offset`, or undefined if they are incomplete or the letter is invalid. */
function valueAt(letter: string, data: Uint8Array, offset: number): Uint8Array | undefined {
  const prefix = LENGTH_BYTES[letter] ?? 0
  if (offset + prefix > data.length) return undefined
  const length = prefix > 0 ? littleEndian(data.subarray(offset, offset + prefix)) : FIXED_BYTES[letter]
  const start = offset + prefix
  return length === undefined || start + length > data.length ? undefined : data.subarray(start, start + length)
}

const littleEndian = (bytes: Uint8Array): number => bytes.reduceRight((value, byte) => value * 256 + byte, 0)

/**
 * Returns true if the data match a format completely; texts may contain only bytes 32 to 127. No data match an empty
 * format.
 */
export function fitsFormat(data: Uint8Array, format: Uint8Array): boolean {
  let offset = 0
  for (const byte of format) {
    const letter = String.fromCharCode(byte)
    const value = valueAt(letter, data, offset)
    if (value === undefined) return false
    if ((letter === 's' || letter === 'S') && value.some((code) => code < 32 || code > 127)) return false
    offset = value.byteOffset - data.byteOffset + value.length
  }
  return offset > 0 && offset === data.length
}

/** Decodes data as a list of texts. The list ends with an empty text if a value has no bytes or is truncated. */
export function dataTexts(data: Uint8Array, format: Uint8Array): string[] {
  const texts: string[] = []
  let offset = 0
  for (const byte of format) {
    if (offset >= data.length) break
    const letter = String.fromCharCode(byte)
    const value = valueAt(letter, data, offset)
    if (value === undefined || value.length === 0) return [...texts, '']
    texts.push(formatValue(letter, value))
    offset = value.byteOffset - data.byteOffset + value.length
  }
  return texts
}

function formatValue(letter: string, value: Uint8Array): string {
  switch (letter) {
    case 's':
    case 'S': {
      const end = value.indexOf(0)
      return displayText(end < 0 ? value : value.subarray(0, end))
    }
    case 'd':
    case 'D':
      return toHex(value)
    case 'h':
      return toDisplayHex(value)
    default: {
      const number = BigInt(`0x${toDisplayHex(value)}`)
      return String(letter === letter.toLowerCase() ? BigInt.asIntN(value.length * 8, number) : number)
    }
  }
}
