import { equal, hashKey } from '../util/index.ts'
import { growTree, type NoteTree } from './commitmentTree.ts'
import type { ShieldedEffects, ShieldedPool } from './effects.ts'
import { meetsRequirements, type ShieldedView, type Trees } from './requirements.ts'
import { SATISFIED, type ShieldedVerdict, shieldedRefusal } from './verdict.ts'

/** What a block does to one pool. */
export interface PoolChanges {
  readonly nullifiers: readonly Uint8Array[]
  /** the tree after the block */
  readonly tree: NoteTree
  /**
   * Whether the root is a new anchor. Disconnecting removes it then and returns to the tree before; a root that did not
   * change stays.
   */
  readonly rootChanged: boolean
}

/** The pools while a block connects, transaction by transaction. */
export interface BlockEffects {
  /** Checks a transaction against the view and the block so far, and adds what it does if that is in order. */
  connect(effects: ShieldedEffects): ShieldedVerdict
  changes(): Readonly<Record<ShieldedPool, PoolChanges>>
}

/** A pool within the block. Its tree is none of the anchors: those are the trees after whole blocks only. */
interface OpenPool {
  readonly before: NoteTree
  readonly leaves: Uint8Array[]
  /** by their keys */
  readonly nullifiers: Map<string, Uint8Array>
}

/** How the Sapling tree gets the leaves of a block. */
export type GrowSapling = (before: NoteTree, leaves: readonly Uint8Array[]) => NoteTree

/**
 * @param view of the chain before the block
 * @param before the trees before the block
 * @param growSapling default: each node is hashed here and now
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
      sprout: changesOf(pools.sprout, (tree, leaves) => growTree(trees.sprout, tree, leaves)),
      sapling: changesOf(pools.sapling, growSapling),
    }),
  }
}

/** No transaction of the block can see its trees in between: they are hashed once, at the end. */
function changesOf({ before, leaves, nullifiers }: OpenPool, grow: GrowSapling): PoolChanges {
  const tree = leaves.length === 0 ? before : grow(before, leaves)
  // Commitments of unverified JoinSplits may look like empty leaves, which leave the root as it is. The reference keeps trees by
  // their roots and has that one already, so it forgets those leaves.
  const rootChanged = !equal(tree.root, before.root)
  return { nullifiers: [...nullifiers.values()], tree: rootChanged ? tree : before, rootChanged }
}

/** From the Sapling height on the header names the tree after its block. */
export function checkFinalSaplingRoot(headerField: Uint8Array, root: Uint8Array): ShieldedVerdict {
  return equal(headerField, root) ? SATISFIED : shieldedRefusal('bad-sapling-root-in-block')
}
