/** Mantissa of the easiest target, 0x200f0f0f, whose difficulty is 1 (rpc.md §6). */
const LIMIT_MANTISSA = 0x0f0f0f
const LIMIT_EXPONENT = 0x20

/** Returns the difficulty of a compact target, relative to the easiest target. */
export function computeDifficulty(bits: number): number {
  const exponent = bits >>> 24
  return (LIMIT_MANTISSA / (bits & 0x00ffffff)) * 256 ** (LIMIT_EXPONENT - exponent)
}

/** Returns 64 hex digits, the format of targets and chain work. */
export const hex256 = (value: bigint): string => value.toString(16).padStart(64, '0')
