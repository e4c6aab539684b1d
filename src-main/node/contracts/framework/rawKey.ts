import type { ByteReader } from '../../util/index.ts'
import { announcedKeyLength } from './opReturn.ts'

/** Room of a public key in the reference: what a field does not fill keeps the bytes of the key that was read before. */
const ROOM = 65
/** Bytes that a condition holds of a key. */
const CONDITION_KEY = 33
/** First byte of a key that is none. */
const NO_KEY = 0xff

/**
 * A public key as contract data hold it. Fields of fewer than 65 bytes are copied as they are, whatever they contain, and rules
 * that read several keys into one place see what an earlier one left there (oracles.md §2).
 */
export type RawKey = Uint8Array

export function emptyRawKey(): RawKey {
  const field = new Uint8Array(ROOM)
  field[0] = NO_KEY
  return field
}

/** Reads a key over what is there. @throws DecodeError if the bytes end early; the field then stays as it was. */
export function readKeyOver(reader: ByteReader, field: RawKey): void {
  const length = reader.compactSize()
  const bytes = reader.bytes(length)
  if (length > ROOM) field[0] = NO_KEY
  else field.set(bytes)
}

/** A key that stands alone. @throws DecodeError */
export function readRawKey(reader: ByteReader): RawKey {
  const field = emptyRawKey()
  readKeyOver(reader, field)
  return field
}

/** The key as its first byte announces it: 33 or 65 bytes, or none. */
export const rawKeyOf = (field: RawKey): Uint8Array => field.subarray(0, announcedKeyLength(field[0]))

/** What a condition holds of it, key or not. */
export const conditionKeyOf = (field: RawKey): Uint8Array => field.subarray(0, CONDITION_KEY)

export function sameKey(one: RawKey, other: RawKey): boolean {
  const length = Math.max(1, announcedKeyLength(one[0]))
  for (let i = 0; i < length; i++) if (one[i] !== other[i]) return false
  return true
}

/**
 * What is known of a field after these bytes were read into it: what they do not fill keeps the bytes from before. Where nothing
 * was read yet is memory that nobody set, so what is known ends there.
 */
export function writtenOver(before: Uint8Array, bytes: Uint8Array): Uint8Array {
  const known = new Uint8Array(Math.max(before.length, bytes.length > ROOM ? 1 : bytes.length))
  known.set(before)
  if (bytes.length > ROOM) known[0] = NO_KEY
  else known.set(bytes)
  return known
}

/** The key that is known; empty where it is none, or not whole. */
export function knownKey(known: Uint8Array): Uint8Array {
  const length = announcedKeyLength(known[0])
  return known.subarray(0, known.length < length ? 0 : length)
}

/** What a condition holds of it, key or not; undefined if that is not all known. */
export const knownConditionKey = (known: Uint8Array): Uint8Array | undefined =>
  known.length < CONDITION_KEY ? undefined : known.subarray(0, CONDITION_KEY)
