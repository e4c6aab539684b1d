import { toDisplayHex } from '../util/index.ts'

/** A hash as the number that targets are compared with: its bytes are little-endian. */
export function hashNumber(hash: Uint8Array): bigint {
  return BigInt(`0x${toDisplayHex(hash)}`)
}
