import { fromHex } from '../util/index.ts'

/** Prime r of BLS12-381's scalars, which is also the field of Jubjub, big-endian. */
const SCALAR_PRIME = fromHex('73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001')

/** Returns true if 32 little-endian bytes are a number below the prime. */
export function isCanonicalScalar(bytes: Uint8Array): boolean {
  for (let i = 0; i < SCALAR_PRIME.length; i++) {
    const difference = bytes[31 - i]! - SCALAR_PRIME[i]!
    if (difference !== 0) return difference < 0
  }
  return false
}

export function littleEndianInteger(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
}

/** Converts a number to 32 bytes. @param value 0 ≤ value < 2^256 */
export function littleEndianBytes(value: bigint): Uint8Array {
  return fromHex(value.toString(16).padStart(64, '0')).reverse()
}
