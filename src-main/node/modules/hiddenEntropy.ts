import { sha256, x25519Shared } from '../crypto/index.ts'
import type { OutPoint } from '../primitives/index.ts'

/**
 * A secret that only the owner of a key can find again, from the first output that his transaction spends: the seed of a
 * channel's hash chain (channels.md §1).
 */
export function hiddenEntropy(privateKey: Uint8Array, { hash, index }: OutPoint): Uint8Array {
  const point = hash.slice()
  point[1]! ^= index & 0xff
  point[2]! ^= (index >>> 8) & 0xff
  return sha256(sha256(x25519Shared(sha256(privateKey), point)))
}
