import { sha256 } from '../crypto/index.ts'
import { concat, equal, LruMap, toHex } from '../util/index.ts'
import { growTree, type NoteTree, serializeFrontier, type TreeKind } from './commitmentTree.ts'

/**
 * The Sapling tree after blocks that were looked at lately: a template, its check and its block have the same leaves, and
 * another thread may have hashed them before they are asked for. A hash takes a twentieth of a millisecond.
 */
export interface GrownTrees {
  /**
   * The tree with these leaves behind its own.
   * @param claimed root that a header says it has: what another thread found is used only if it says the same, so that a
   *   fault of that thread refuses nothing
   */
  grow(before: NoteTree, leaves: readonly Uint8Array[], claimed?: Uint8Array): NoteTree
  /** whether `grow` would have to hash */
  isKnown(before: NoteTree, leaves: readonly Uint8Array[]): boolean
  /** what another thread has found */
  learn(before: NoteTree, leaves: readonly Uint8Array[], grown: NoteTree): void
}

/** Of one to a few blocks each; a kilobyte or two an entry. */
const MOST_TREES = 16

interface Known {
  readonly tree: NoteTree
  /** hashed on this thread */
  readonly own: boolean
}

export function createGrownTrees(kind: TreeKind): GrownTrees {
  const known = new LruMap<string, Known>(MOST_TREES)
  const keyOf = ({ frontier }: NoteTree, leaves: readonly Uint8Array[]): string =>
    toHex(sha256(concat(serializeFrontier(frontier), ...leaves)))
  return {
    grow(before, leaves, claimed) {
      if (leaves.length === 0) return before
      const key = keyOf(before, leaves)
      const found = known.get(key)
      if (found?.own || (found && claimed && equal(found.tree.root, claimed))) return found.tree
      const tree = growTree(kind, before, leaves)
      known.set(key, { tree, own: true })
      return tree
    },
    isKnown: (before, leaves) => leaves.length === 0 || known.has(keyOf(before, leaves)),
    learn(before, leaves, grown) {
      const key = keyOf(before, leaves)
      if (!known.has(key)) known.set(key, { tree: grown, own: false })
    },
  }
}
