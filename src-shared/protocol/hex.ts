/**
 * Hex for both sides of the boundary, without Node's Buffer. The node's own `util/bytes.ts` is several times as fast, and
 * throws where a text is no hex.
 */

/** Lower-case hex, two digits a byte. */
export function bytesToHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Bytes of a text that is known to be hex, of either case. */
export function hexToBytes(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length >> 1)
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16)
  }
  return bytes
}
