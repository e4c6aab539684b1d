/** A hue and a pattern that follow from an id: the same thing looks the same everywhere, and others look otherwise. */

/** Rows and columns of the pattern; its left half is mirrored. */
export const IDENTITY_CELLS = 5
const HALF = 3

export interface Identity {
  /** degrees */
  readonly hue: number
  /** filled cells, row by row from the top */
  readonly filled: readonly { readonly x: number; readonly y: number }[]
}

/** FNV-1a, 32 bits. */
function fold(text: string, start: number): number {
  let hash = start
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // The low bits decide; texts that differ in their last letter alone must differ in all of them.
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

/** @param seed an id: of a token, of a chain */
export function identityOf(seed: string): Identity {
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
