/** Derives a hue and a pattern from an id, so that an object looks the same everywhere and different from others. */

/** Number of rows and columns of the pattern, whose left half is mirrored. */
export const IDENTITY_CELLS = 5
const HALF = 3

export interface Identity {
  /** In degrees. */
  readonly hue: number
  /** Filled cells, row by row from the top. */
  readonly filled: readonly { readonly x: number; readonly y: number }[]
}

/** FNV-1a, 32 bits. */
function fold(text: string, start: number): number {
  let hash = start
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // The low bits are used: mix the hash, so that ids that differ only in the last character differ in all bits.
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

/**
 * Returns the hue and pattern of an id.
 * @param seed id of a token or a chain
 */
export function deriveIdenticon(seed: string): Identity {
  const bits = fold(seed, 0x811c9dc5)
  const filled: Identity['filled'][number][] = []
  for (let y = 0; y < IDENTITY_CELLS; y++) {
    for (let x = 0; x < HALF; x++) {
      if ((bits >>> (y * HALF + x)) % 2 === 0) continue
      filled.push({ x, y })
      const mirrored = IDENTITY_CELLS - 1 - x
      if (mirrored !== x) filled.push({ x: mirrored, y })
    }
  }
  return { hue: fold(seed, 0x9747b28c) % 360, filled }
}
