import { base58 } from '@scure/base'
import { concat, equal } from '../util/index.ts'
import { sha256d } from './hashes.ts'

const CHECKSUM_LENGTH = 4
/** Decoding takes time quadratic in the length; nothing of ours is longer than an extended key with its 111 digits. */
const MAX_TEXT_LENGTH = 256
const BASE58_TEXT = /^[1-9A-HJ-NP-Za-km-z]*$/

/** Base 58 of a big-endian number, with one `1` for each leading zero byte. */
export const encodeBase58 = (bytes: Uint8Array): string => base58.encode(bytes)

/** The bytes of a base 58 text; undefined if a character is not of the alphabet or the text is over 256 characters long. */
export function decodeBase58(text: string): Uint8Array | undefined {
  return text.length <= MAX_TEXT_LENGTH && BASE58_TEXT.test(text) ? base58.decode(text) : undefined
}

// base58check stays here: @scure/base takes a hash that copies, and ours is the native double SHA-256.
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
