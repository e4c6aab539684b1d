import type { ByteReader } from '../../util/index.ts'
import { announcedKeyLength } from './opReturn.ts'

/** Size of the public-key buffer in komodod. A shorter field leaves the rest of the previous key in the buffer. */
const ROOM = 65
/** Number of bytes of a key in a condition. */
const CONDITION_KEY = 33
/** First byte of an invalid key. */
const NO_KEY = 0xff

/**
 * A public key as contract data contain it. Fields of fewer than 65 bytes are copied unchanged, valid or not. Rules
 * that read several keys into one buffer see the bytes that an earlier key left there (oracles.md §2).
 */
export type RawKey = Uint8Array

export function emptyRawKey(): RawKey {
  const field = new Uint8Array(ROOM)
  field[0] = NO_KEY
  return field
}

/**
 * Reads a key into the buffer, over its previous bytes.
 * @throws DecodeError if the bytes end early; the buffer is then unchanged
 */
export function readKeyOver(reader: ByteReader, field: RawKey): void {
  const length = reader.compactSize()
  const bytes = reader.bytes(length)
  if (length > ROOM) field[0] = NO_KEY
  else field.set(bytes)
}

/** Reads a key into a new buffer. @throws DecodeError */
export function readRawKey(reader: ByteReader): RawKey {
  const field = emptyRawKey()
  readKeyOver(reader, field)
  return field
}

/** Returns the key of the length that its first byte indicates: 33, 65 or 0 bytes. */
export const toValidKey = (field: RawKey): Uint8Array => field.subarray(0, announcedKeyLength(field[0]))

/** Returns the bytes that a condition contains, whether they are a valid key or not. */
export const toConditionKey = (field: RawKey): Uint8Array => field.subarray(0, CONDITION_KEY)

export function sameKey(one: RawKey, other: RawKey): boolean {
  const length = Math.max(1, announcedKeyLength(one[0]))
  for (let i = 0; i < length; i++) if (one[i] !== other[i]) return false
  return true
}

/**
 * Returns the known bytes of a buffer after these bytes were read into it: bytes beyond them keep the previous values.
 * Memory that was never written is unknown, so the known bytes end there.
 */
export function writtenOver(before: Uint8Array, bytes: Uint8Array): Uint8Array {
  const known = new Uint8Array(Math.max(before.length, bytes.length > ROOM ? 1 : bytes.length))
  known.set(before)
  if (bytes.length > ROOM) known[0] = NO_KEY
  else known.set(bytes)
  return known
}

/** Returns the known key, or no bytes if it is invalid or incomplete. */
export function knownKey(known: Uint8Array): Uint8Array {
  const length = announcedKeyLength(known[0])
  return known.subarray(0, known.length < length ? 0 : length)
}

/** Returns the bytes that a condition contains, valid key or not, or undefined if some are unknown. */
export const knownConditionKey = (known: Uint8Array): Uint8Array | undefined =>
  known.length < CONDITION_KEY ? undefined : known.subarray(0, CONDITION_KEY)
