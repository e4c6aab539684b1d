import { base58 } from '@scure/base'
import { concat, equal } from '../util/index.ts'
import { sha256d } from './hashes.ts'

const CHECKSUM_LENGTH = 4
/** Decoding takes time quadratic in the length. The longest text in use is an extended key with 111 digits. */
const MAX_TEXT_LENGTH = 256
const BASE58_TEXT = /^[1-9A-HJ-NP-Za-km-z]*$/

/** Encodes a big-endian number in base 58, with one `1` per leading zero byte. */
export const encodeBase58 = (bytes: Uint8Array): string => base58.encode(bytes)

/**
 * Decodes a base 58 text.
 * @returns undefined if a character is not in the alphabet or the text is longer than 256 characters
 */
export function decodeBase58(text: string): Uint8Array | undefined {
  return text.length <= MAX_TEXT_LENGTH && BASE58_TEXT.test(text) ? base58.decode(text) : undefined
}

// base58check is implemented here, because the hash that @scure/base takes copies its input, and ours is the native
// double SHA-256.
/** Encodes the payload (version byte included) and the first four bytes of its double SHA-256 in base 58. */
export function encodeBase58Check(payload: Uint8Array): string {
  return encodeBase58(concat(payload, sha256d(payload).subarray(0, CHECKSUM_LENGTH)))
}

/**
 * Decodes the payload, version byte included.
 * @returns undefined if the text is not base 58 or its checksum is wrong
 */
export function decodeBase58Check(text: string): Uint8Array | undefined {
  const bytes = decodeBase58(text)
  if (!bytes || bytes.length < CHECKSUM_LENGTH) return undefined
  const payload = bytes.subarray(0, bytes.length - CHECKSUM_LENGTH)
  const checksum = bytes.subarray(bytes.length - CHECKSUM_LENGTH)
  return equal(checksum, sha256d(payload).subarray(0, CHECKSUM_LENGTH)) ? payload : undefined
}
