import { equal, hashKey } from '../util/index.ts'
import { appendLeaf, type Frontier, type TreeKind, treeRoot } from './commitmentTree.ts'
import type { ShieldedEffects, ShieldedPool } from './effects.ts'
import { meetsRequirements, type ShieldedView, type Trees } from './requirements.ts'
import { SATISFIED, type ShieldedVerdict, shieldedRefusal } from './verdict.ts'

/** A tree of note commitments after some block. */
export interface NoteTree {
  readonly frontier: Frontier
  readonly root: Uint8Array
}

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
  frontier: Frontier
  /** by their keys */
  readonly nullifiers: Map<string, Uint8Array>
}

/**
 * @param view of the chain before the block
 * @param before the trees before the block
 */
export function beginBlock(
  trees: Trees,
  view: ShieldedView,
  before: Readonly<Record<ShieldedPool, NoteTree>>,
): BlockEffects {
  const open = (tree: NoteTree): OpenPool => ({ before: tree, frontier: tree.frontier, nullifiers: new Map() })
  const pools = { sprout: open(before.sprout), sapling: open(before.sapling) }
  const within: ShieldedView = {
    hasNullifier: (pool, nullifier) =>
      pools[pool].nullifiers.has(hashKey(nullifier)) || view.hasNullifier(pool, nullifier),
    isSaplingAnchor: (root) => view.isSaplingAnchor(root),
    sproutTree: (root) => view.sproutTree(root),
  }
  const append = (pool: ShieldedPool, leaf: Uint8Array): void => {
    pools[pool].frontier = appendLeaf(trees[pool], pools[pool].frontier, leaf)
  }
  return {
    connect(effects) {
      if (!meetsRequirements(trees, within, effects)) return shieldedRefusal('bad-txns-joinsplit-requirements-not-met')
      for (const { nullifiers, commitments } of effects.joinSplits) {
        for (const nullifier of nullifiers) pools.sprout.nullifiers.set(hashKey(nullifier), nullifier)
        for (const leaf of commitments) append('sprout', leaf)
      }
      for (const { nullifier } of effects.spends) pools.sapling.nullifiers.set(hashKey(nullifier), nullifier)
      for (const leaf of effects.outputs) append('sapling', leaf)
      return SATISFIED
    },
    changes: () => ({
      sprout: changesOf(trees.sprout, pools.sprout),
      sapling: changesOf(trees.sapling, pools.sapling),
    }),
  }
}

function changesOf(kind: TreeKind, { before, frontier, nullifiers }: OpenPool): PoolChanges {
  const root = frontier === before.frontier ? before.root : treeRoot(kind, frontier)
  // Commitments of unverified JoinSplits may look like empty leaves, which leave the root as it is.
  return { nullifiers: [...nullifiers.values()], tree: { frontier, root }, rootChanged: !equal(root, before.root) }
}

/** From the Sapling height on the header names the tree after its block. */
export function checkFinalSaplingRoot(headerField: Uint8Array, root: Uint8Array): ShieldedVerdict {
  return equal(headerField, root) ? SATISFIED : shieldedRefusal('bad-sapling-root-in-block')
}
