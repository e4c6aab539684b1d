import { sha256 } from '../crypto/index.ts'
import { concat, equal, LruMap, toHex } from '../util/index.ts'
import { growTree, type NoteTree, serializeFrontier, type TreeKind } from './commitmentTree.ts'

/**
 * Cache of Sapling trees after recent blocks. A template, its validation and its block have the same leaves, and
 * another thread may have hashed them in advance. A hash takes 0.05 ms.
 */
export interface NoteTreeCache {
  /**
   * Appends these leaves to a tree.
   * @param claimed root in the block header. The result of another thread is used only if it has this root, so that a
   *   fault of that thread cannot reject a block.
   */
  grow(before: NoteTree, leaves: readonly Uint8Array[], claimed?: Uint8Array): NoteTree
  /** returns true if `grow` has the tree in its cache */
  isKnown(before: NoteTree, leaves: readonly Uint8Array[]): boolean
  /** adds the result of another thread */
  learn(before: NoteTree, leaves: readonly Uint8Array[], grown: NoteTree): void
}

/** Maximum number of cached trees. A block adds one to a few trees, each of one or two kilobytes. */
const MAX_TREES = 16

interface CachedTree {
  readonly tree: NoteTree
  /** true if hashed on this thread */
  readonly own: boolean
}

export function createNoteTreeCache(kind: TreeKind): NoteTreeCache {
  const known = new LruMap<string, CachedTree>(MAX_TREES)
  const keyFor = ({ frontier }: NoteTree, leaves: readonly Uint8Array[]): string =>
    toHex(sha256(concat(serializeFrontier(frontier), ...leaves)))
  return {
    grow(before, leaves, claimed) {
      if (leaves.length === 0) return before
      const key = keyFor(before, leaves)
      const found = known.get(key)
      if (found?.own || (found && claimed && equal(found.tree.root, claimed))) return found.tree
      const tree = growTree(kind, before, leaves)
      known.set(key, { tree, own: true })
      return tree
    },
    isKnown: (before, leaves) => leaves.length === 0 || known.has(keyFor(before, leaves)),
    learn(before, leaves, grown) {
      const key = keyFor(before, leaves)
      if (!known.has(key)) known.set(key, { tree: grown, own: false })
    },
  }
}
