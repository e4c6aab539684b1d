/**
 * Hex conversion for both node and window, without Node's Buffer. The node's own `util/bytes.ts` is several times as
 * fast, and throws if a text is not hex.
 */

/** Returns lower-case hex, two digits per byte. */
export function bytesToHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the bytes of a text that is known to be hex, in either case. */
export function hexToBytes(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length >> 1)
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16)
  }
  return bytes
}
