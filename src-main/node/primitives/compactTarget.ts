import { toDisplayHex } from '../util/index.ts'

/** Decoded compact number (`nBits`). */
export interface CompactTarget {
  /** unsigned, truncated to 256 bits; meaningless if `negative` or `overflow` */
  readonly target: bigint
  readonly negative: boolean
  readonly overflow: boolean
}

const WORD_BITS = 256
const MASK = (1n << BigInt(WORD_BITS)) - 1n
const SIGN_BIT = 0x800000

/** Decodes a compact number: one byte of length, then three leading digits whose top bit is a sign. */
export function decodeCompact(bits: number): CompactTarget {
  const size = bits >>> 24
  const digits = bits & 0x7fffff
  const small = size <= 3 ? digits >>> (8 * (3 - size)) : digits
  const target = size <= 3 ? BigInt(small) : (BigInt(digits) << BigInt(8 * (size - 3))) & MASK
  return {
    target,
    // A zero has no sign and no length. Neither flag is set by digits that are shifted out.
    negative: small !== 0 && (bits & SIGN_BIT) !== 0,
    overflow: small !== 0 && (size > 34 || (small > 0xff && size > 33) || (small > 0xffff && size > 32)),
  }
}

/** Encodes a number below 2^256 in compact form (u32), rounded down to three digits. */
export function encodeCompact(target: bigint): number {
  let size = target === 0n ? 0 : Math.ceil(target.toString(16).length / 2)
  let digits = Number(size <= 3 ? target << BigInt(8 * (3 - size)) : target >> BigInt(8 * (size - 3)))
  // Make room for the sign, which is the top bit of the digits.
  if (digits & SIGN_BIT) {
    digits >>= 8
    size++
  }
  return ((size << 24) | digits) >>> 0
}

/**
 * Computes the expected number of hashes to meet the target: 2^256 / (target + 1), and 0 for a target that no hash can
 * meet.
 */
export function computeWork(bits: number): bigint {
  const { target, negative, overflow } = decodeCompact(bits)
  return negative || overflow || target === 0n ? 0n : (1n << BigInt(WORD_BITS)) / (target + 1n)
}

/** Converts a hash to the number that is compared with targets: its bytes are little-endian. */
export function hashNumber(hash: Uint8Array): bigint {
  return BigInt(`0x${toDisplayHex(hash)}`)
}
