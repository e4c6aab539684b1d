/** Bytes of a compressed public key. */
export const COMPRESSED_KEY_BYTES = 33

/**
 * Returns the cache slot of a compressed public key. The end of x is practically random. Keys made to collide in a slot
 * only lose the speedup.
 * @param slots number of slots, a power of two up to 65,536
 */
export const findKeySlot = (key: Uint8Array, slots: number): number => (key[31]! | (key[32]! << 8)) & (slots - 1)

/** Returns true if a slot of the concatenated keys holds this key. */
export function holdsKey(keys: Uint8Array, slot: number, key: Uint8Array): boolean {
  const start = slot * COMPRESSED_KEY_BYTES
  // Compare from the end, because beginnings are often equal.
  for (let i = COMPRESSED_KEY_BYTES - 1; i >= 0; i--) if (keys[start + i] !== key[i]) return false
  return true
}
