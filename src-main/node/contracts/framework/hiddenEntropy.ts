import { sha256, x25519Shared } from '../../crypto/index.ts'
import type { OutPoint } from '../../primitives/index.ts'

/**
 * Derives a secret that only the key's owner can recompute, from the first output that the owner's transaction spends.
 * The secret is the seed of a channel's hash chain (channels.md §1).
 */
export function hiddenEntropy(privateKey: Uint8Array, outpoint: OutPoint): Uint8Array {
  return sha256(revealedEntropy(privateKey, outpoint))
}

/** Derives the preimage of the secret: dice publish the hash first and this preimage at the end (dice.md §3). */
export function revealedEntropy(privateKey: Uint8Array, { hash, index }: OutPoint): Uint8Array {
  // Copy explicitly: slice() of a Buffer shares its bytes.
  const point = Uint8Array.from(hash)
  point[1]! ^= index & 0xff
  point[2]! ^= (index >>> 8) & 0xff
  return sha256(x25519Shared(sha256(privateKey), point))
}
