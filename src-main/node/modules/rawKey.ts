import { type ByteReader, DecodeError } from '../util/index.ts'
import { announcedKeyLength } from './opReturn.ts'

/** Room of a public key in the reference: what a field does not fill keeps the bytes of the key that was read before. */
const ROOM = 65
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

/** Reads a key over what is there. @throws DecodeError if the bytes end early; the key then begins with 0, which is no key. */
export function readKeyOver(reader: ByteReader, field: RawKey): void {
  const length = reader.compactSize()
  if (length > ROOM) {
    reader.bytes(length)
    field[0] = NO_KEY
    return
  }
  if (length > reader.remaining) {
    field.fill(0, 0, length)
    throw new DecodeError('unexpected end of a key')
  }
  field.set(reader.bytes(length))
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
export const conditionKeyOf = (field: RawKey): Uint8Array => field.subarray(0, 33)

export function sameKey(one: RawKey, other: RawKey): boolean {
  const length = Math.max(1, announcedKeyLength(one[0]))
  for (let i = 0; i < length; i++) if (one[i] !== other[i]) return false
  return true
}
