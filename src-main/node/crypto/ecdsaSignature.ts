/**
 * ECDSA signatures as numbers: the 64-byte compact form is r ‖ s, each 32 bytes big-endian.
 */
import { concat, fromHex } from '../util/index.ts'

const ORDER = fromHex('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141')
const HALF_ORDER = fromHex('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0')

/** Compares the scalar at offset `at` with another, as numbers. */
function compareScalar(compact: Uint8Array, at: number, scalar: Uint8Array): number {
  for (let i = 0; i < 32; i++) {
    const difference = compact[at + i]! - scalar[i]!
    if (difference !== 0) return difference
  }
  return 0
}

/**
 * Returns true if r and s are both below the group order, which every library requires before it checks a signature.
 */
export function isScalarPairInRange(compact: Uint8Array): boolean {
  return compareScalar(compact, 0, ORDER) < 0 && compareScalar(compact, 32, ORDER) < 0
}

/**
 * Returns true if s is at most half the group order: the one of the two equivalent values that standardness requires
 * (BIP 62).
 */
export function isLowS(compact: Uint8Array): boolean {
  return compareScalar(compact, 32, HALF_ORDER) <= 0
}

/** Returns the same signature with low s, which is the argument itself if its s is low. Scalars must be in range. */
export function normalizeS(compact: Uint8Array): Uint8Array {
  if (isLowS(compact)) return compact
  const out = compact.slice()
  let borrow = 0
  for (let i = 31; i >= 0; i--) {
    const digit = (ORDER[i] as number) - (compact[32 + i] as number) - borrow
    out[32 + i] = digit & 0xff
    borrow = digit < 0 ? 1 : 0
  }
  return out
}

/**
 * Parses a DER signature as leniently as the chain always did. Lengths may have any BER long form (also with leading
 * zeros). Integers may have any number of leading zeros, and are read as unsigned. The length of the outer sequence may
 * be wrong, and bytes may follow the end. Consensus requires strict DER before this runs, so the difference shows only
 * if a script check is off. An r or s that cannot be a scalar gives an all-zero signature, which verifies nothing.
 * @returns r ‖ s, or undefined if the structure cannot be parsed
 */
export function parseDerLax(der: Uint8Array): Uint8Array | undefined {
  if (der[0] !== 0x30) return undefined
  const sequenceLength = der[1]
  if (sequenceLength === undefined) return undefined
  // The outer length is skipped and never used.
  let at = 2
  if (sequenceLength & 0x80) at += sequenceLength & 0x7f
  if (at > der.length) return undefined

  const r = laxInteger(der, at)
  if (!r) return undefined
  const s = laxInteger(der, r.end)
  if (!s) return undefined

  const compact = new Uint8Array(64)
  if (!placeScalar(compact, 32, r.digits) || !placeScalar(compact, 64, s.digits) || !isScalarPairInRange(compact)) {
    return new Uint8Array(64)
  }
  return compact
}

function laxInteger(der: Uint8Array, start: number): { digits: Uint8Array; end: number } | undefined {
  if (der[start] !== 0x02) return undefined
  const short = der[start + 1]
  if (short === undefined) return undefined
  let at = start + 2
  let length = short
  if (short & 0x80) {
    const end = at + (short & 0x7f)
    if (end > der.length) return undefined
    while (at < end && der[at] === 0) at++
    // More than three digits would describe an integer longer than any input.
    if (end - at > 3) return undefined
    length = 0
    while (at < end) length = length * 256 + (der[at++] as number)
  }
  if (length > der.length - at) return undefined
  return { digits: der.subarray(at, at + length), end: at + length }
}

/** Right-aligns the digits in the 32 bytes that end at `end`. Returns false if there are too many digits. */
function placeScalar(compact: Uint8Array, end: number, digits: Uint8Array): boolean {
  let first = 0
  while (first < digits.length && digits[first] === 0) first++
  const significant = digits.subarray(first)
  if (significant.length > 32) return false
  compact.set(significant, end - significant.length)
  return true
}

/** Encodes a signature in its strict DER form, 8 to 72 bytes. */
export function derEncode(compact: Uint8Array): Uint8Array {
  const r = derInteger(compact.subarray(0, 32))
  const s = derInteger(compact.subarray(32, 64))
  return concat(Uint8Array.of(0x30, r.length + s.length), r, s)
}

function derInteger(scalar: Uint8Array): Uint8Array {
  let first = 0
  while (first < 31 && scalar[first] === 0) first++
  // A set top bit would read as a negative number, so a zero byte precedes it.
  const sign = (scalar[first] as number) & 0x80 ? Uint8Array.of(0) : new Uint8Array(0)
  const digits = concat(sign, scalar.subarray(first))
  return concat(Uint8Array.of(0x02, digits.length), digits)
}
