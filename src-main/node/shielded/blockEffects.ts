import { equal, hashKey } from '../util/index.ts'
import { growTree, type NoteTree } from './commitmentTree.ts'
import type { ShieldedEffects, ShieldedPool } from './effects.ts'
import { meetsRequirements, type ShieldedView, type Trees } from './requirements.ts'
import { SATISFIED, type ShieldedVerdict, shieldedRefusal } from './verdict.ts'

/** Changes of a block to one pool. */
export interface PoolChanges {
  readonly nullifiers: readonly Uint8Array[]
  /** the tree after the block */
  readonly tree: NoteTree
  /**
   * True if the root is a new anchor. Disconnecting then removes it and restores the previous tree. An unchanged root
   * stays.
   */
  readonly rootChanged: boolean
}

/** State of both pools while the transactions of a block are connected one after another. */
export interface BlockEffects {
  /** Checks a transaction against the view and the block so far, and adds its effects if it is valid. */
  connect(effects: ShieldedEffects): ShieldedVerdict
  changes(): Readonly<Record<ShieldedPool, PoolChanges>>
}

/** Pool within the block. Its tree is not an anchor: only trees after complete blocks are. */
interface OpenPool {
  readonly before: NoteTree
  readonly leaves: Uint8Array[]
  /** by nullifier key */
  readonly nullifiers: Map<string, Uint8Array>
}

/** Function that appends the leaves of a block to the Sapling tree. */
export type GrowSapling = (before: NoteTree, leaves: readonly Uint8Array[]) => NoteTree

/**
 * @param view state of the chain before the block
 * @param before the trees before the block
 * @param growSapling default: hashes each node immediately on this thread
 */
export function beginBlock(
  trees: Trees,
  view: ShieldedView,
  before: Readonly<Record<ShieldedPool, NoteTree>>,
  growSapling: GrowSapling = (tree, leaves) => growTree(trees.sapling, tree, leaves),
): BlockEffects {
  const open = (tree: NoteTree): OpenPool => ({ before: tree, leaves: [], nullifiers: new Map() })
  const pools = { sprout: open(before.sprout), sapling: open(before.sapling) }
  const within: ShieldedView = {
    hasNullifier: (pool, nullifier) =>
      pools[pool].nullifiers.has(hashKey(nullifier)) || view.hasNullifier(pool, nullifier),
    isSaplingAnchor: (root) => view.isSaplingAnchor(root),
    sproutTree: (root) => view.sproutTree(root),
  }
  return {
    connect(effects) {
      if (!meetsRequirements(trees, within, effects)) return shieldedRefusal('bad-txns-joinsplit-requirements-not-met')
      for (const { nullifiers, commitments } of effects.joinSplits) {
        for (const nullifier of nullifiers) pools.sprout.nullifiers.set(hashKey(nullifier), nullifier)
        pools.sprout.leaves.push(...commitments)
      }
      for (const { nullifier } of effects.spends) pools.sapling.nullifiers.set(hashKey(nullifier), nullifier)
      pools.sapling.leaves.push(...effects.outputs)
      return SATISFIED
    },
    changes: () => ({
      sprout: computeChanges(pools.sprout, (tree, leaves) => growTree(trees.sprout, tree, leaves)),
      sapling: computeChanges(pools.sapling, growSapling),
    }),
  }
}

/** Hashes the tree once at the end, because no transaction of the block can use the trees in between. */
function computeChanges({ before, leaves, nullifiers }: OpenPool, grow: GrowSapling): PoolChanges {
  const tree = leaves.length === 0 ? before : grow(before, leaves)
  // Commitments of unverified JoinSplits may equal empty leaves, which do not change the root. The reference stores
  // trees by their roots and already has that root, so it drops those leaves.
  const rootChanged = !equal(tree.root, before.root)
  return { nullifiers: [...nullifiers.values()], tree: rootChanged ? tree : before, rootChanged }
}

/** Checks the header's root of the tree after its block, which is required from the Sapling height on. */
export function checkFinalSaplingRoot(headerField: Uint8Array, root: Uint8Array): ShieldedVerdict {
  return equal(headerField, root) ? SATISFIED : shieldedRefusal('bad-sapling-root-in-block')
}
