import { fromDisplayHex } from '../util/index.ts'
import type { TreeKind } from './commitmentTree.ts'
import type { ShieldedPool } from './effects.ts'
import { lazy } from './lazy.ts'
import type { PedersenHash } from './pedersenHash.ts'
import { sha256Compress } from './sha256Compression.ts'

/**
 * Roots of the trees without leaves (shielded.md §7), internal order. They are always valid anchors, and known here
 * without hashing.
 */
export const EMPTY_ROOTS: Readonly<Record<ShieldedPool, Uint8Array>> = {
  sprout: fromDisplayHex('59d2cde5e65c1414c32ba54f0fe4bdb3d67618125286e6a191317917c812c6d7'),
  sapling: fromDisplayHex('3e49b5f954aa9d3545bc6c37744661eea48d7c34e3000d82b7f0010c30f4c2fb'),
}

const SPROUT_DEPTH = 29
const SAPLING_DEPTH = 32

/** Creates the Sprout tree kind. Leaves are both commitments of each JoinSplit. */
export function createSproutTree(): TreeKind {
  return treeKind(SPROUT_DEPTH, new Uint8Array(32), (_, left, right) => sha256Compress(left, right))
}

/**
 * Creates the Sapling tree kind. Leaves are the commitments (cmu) of outputs.
 * @param hash called when a tree is first hashed
 */
export function createSaplingTree(hash: () => PedersenHash): TreeKind {
  const one = new Uint8Array(32)
  one[0] = 1
  return treeKind(SAPLING_DEPTH, one, (level, left, right) => hash()(level, left, right))
}

function treeKind(depth: number, emptyLeaf: Uint8Array, combine: TreeKind['combine']): TreeKind {
  const emptyRoots = lazy(() => {
    const roots = [emptyLeaf]
    for (let level = 0; level < depth; level++) roots.push(combine(level, roots[level]!, roots[level]!))
    return roots
  })
  return { depth, combine, emptyRoot: (height) => emptyRoots()[height]! }
}
