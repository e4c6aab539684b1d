import { sha256d } from '../crypto/index.ts'
import { equal } from '../util/index.ts'

const ZERO = new Uint8Array(32)

/**
 * Returns the root of the tree over these 32-byte hashes. A level with an odd number of hashes repeats its last one.
 * Zero for an empty list.
 *
 * `mutated` is true if the last two hashes of some level were equal before any repetition. Such a list has the same
 * root as the shorter one without the repetition (CVE-2012-2459). A block with it must be rejected without marking its
 * hash as invalid. Equal neighbours elsewhere cannot be confused with a shorter list, and the chain's rule ignores
 * them.
 */
export function merkleRoot(hashes: readonly Uint8Array[]): { readonly root: Uint8Array; readonly mutated: boolean } {
  let mutated = false
  let level: readonly Uint8Array[] = hashes
  while (level.length > 1) {
    const even = level.length % 2 === 0
    if (even && equal(level[level.length - 1] as Uint8Array, level[level.length - 2] as Uint8Array)) mutated = true
    level = parentLevel(level)
  }
  return { root: level[0] ?? ZERO, mutated }
}

/** Returns the sibling hashes from the leaf at `index` up to the root, as a proof that the leaf is in the tree. */
export function merkleBranch(hashes: readonly Uint8Array[], index: number): Uint8Array[] {
  const branch: Uint8Array[] = []
  let level: readonly Uint8Array[] = hashes
  for (let at = index; level.length > 1; at >>= 1) {
    branch.push((level[at ^ 1] ?? level[at]) as Uint8Array)
    level = parentLevel(level)
  }
  return branch
}

/** Computes the root that a branch proves for the leaf at `index`. */
export function merkleRootFromBranch(leaf: Uint8Array, branch: readonly Uint8Array[], index: number): Uint8Array {
  let hash = leaf
  let at = index
  for (const sibling of branch) {
    hash = at & 1 ? pairHash(sibling, hash) : pairHash(hash, sibling)
    at >>= 1
  }
  return hash
}

function parentLevel(level: readonly Uint8Array[]): Uint8Array[] {
  const parents: Uint8Array[] = []
  for (let i = 0; i < level.length; i += 2) {
    const left = level[i] as Uint8Array
    parents.push(pairHash(left, level[i + 1] ?? left))
  }
  return parents
}

function pairHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  const pair = new Uint8Array(64)
  pair.set(left)
  pair.set(right, 32)
  return sha256d(pair)
}
