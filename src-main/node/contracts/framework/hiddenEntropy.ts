import { sha256, x25519Shared } from '../../crypto/index.ts'
import type { OutPoint } from '../../primitives/index.ts'

/**
 * A secret that only the owner of a key can find again, from the first output that his transaction spends: the seed of a
 * channel's hash chain (channels.md §1).
 */
export function hiddenEntropy(privateKey: Uint8Array, outpoint: OutPoint): Uint8Array {
  return sha256(revealedEntropy(privateKey, outpoint))
}

/** What the secret is the hash of: dice show the hash first, and this in the end (dice.md §3). */
export function revealedEntropy(privateKey: Uint8Array, { hash, index }: OutPoint): Uint8Array {
  // A copy: what a Buffer's slice() gives shares its bytes.
  const point = Uint8Array.from(hash)
  point[1]! ^= index & 0xff
  point[2]! ^= (index >>> 8) & 0xff
  return sha256(x25519Shared(sha256(privateKey), point))
}
