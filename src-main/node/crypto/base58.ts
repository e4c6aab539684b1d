import { concat, equal } from '../util/index.ts'
import { sha256d } from './hashes.ts'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const CHECKSUM_LENGTH = 4
/** Decoding takes time quadratic in the length; nothing of ours is longer than an extended key with its 111 digits. */
const MAX_TEXT_LENGTH = 256

const DIGIT_OF = new Int8Array(128).fill(-1)
for (let digit = 0; digit < ALPHABET.length; digit++) DIGIT_OF[ALPHABET.charCodeAt(digit)] = digit

/** Base 58 of a big-endian number, with one `1` for each leading zero byte. */
export function encodeBase58(bytes: Uint8Array): string {
  let zeros = 0
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++
  // least significant digit first
  const digits: number[] = []
  for (let i = zeros; i < bytes.length; i++) {
    let carry = bytes[i] as number
    for (let j = 0; j < digits.length; j++) {
      carry += (digits[j] as number) * 256
      digits[j] = carry % 58
      carry = Math.floor(carry / 58)
    }
    for (; carry > 0; carry = Math.floor(carry / 58)) digits.push(carry % 58)
  }
  let text = '1'.repeat(zeros)
  for (let i = digits.length - 1; i >= 0; i--) text += ALPHABET[digits[i] as number]
  return text
}

/** The bytes of a base 58 text; undefined if a character is not of the alphabet or the text is over 256 characters long. */
export function decodeBase58(text: string): Uint8Array | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined
  let zeros = 0
  while (zeros < text.length && text[zeros] === '1') zeros++
  // least significant byte first
  const bytes: number[] = []
  for (let i = zeros; i < text.length; i++) {
    let carry = DIGIT_OF[text.charCodeAt(i)] ?? -1
    if (carry < 0) return undefined
    for (let j = 0; j < bytes.length; j++) {
      carry += (bytes[j] as number) * 58
      bytes[j] = carry & 0xff
      carry >>= 8
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff)
  }
  const out = new Uint8Array(zeros + bytes.length)
  out.set(bytes.reverse(), zeros)
  return out
}

/** Base 58 of the payload (version byte included) and the first four bytes of its double SHA-256. */
export function encodeBase58Check(payload: Uint8Array): string {
  return encodeBase58(concat(payload, sha256d(payload).subarray(0, CHECKSUM_LENGTH)))
}

/** The payload, version byte included; undefined if the text is not base 58 or its checksum is wrong. */
export function decodeBase58Check(text: string): Uint8Array | undefined {
  const bytes = decodeBase58(text)
  if (!bytes || bytes.length < CHECKSUM_LENGTH) return undefined
  const payload = bytes.subarray(0, bytes.length - CHECKSUM_LENGTH)
  const checksum = bytes.subarray(bytes.length - CHECKSUM_LENGTH)
  return equal(checksum, sha256d(payload).subarray(0, CHECKSUM_LENGTH)) ? payload : undefined
}
