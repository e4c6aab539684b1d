import { equal, toHex } from '../util/index.ts'
import { appendLeaf, EMPTY_FRONTIER, type Frontier, type TreeKind, treeRoot } from './commitmentTree.ts'
import type { JoinSplitEffects, ShieldedEffects, ShieldedPool } from './effects.ts'

/** What the connected blocks have left of the pools. */
export interface ShieldedView {
  hasNullifier(pool: ShieldedPool, nullifier: Uint8Array): boolean
  /** whether it was the root of the Sapling tree after a block of the chain; the empty root is not asked for */
  isSaplingAnchor(root: Uint8Array): boolean
  /** the Sprout tree after a block of the chain, by its root; the empty root is not asked for */
  sproutTree(root: Uint8Array): Frontier | undefined
}

export type Trees = Readonly<Record<ShieldedPool, TreeKind>>

/**
 * Whether the view has all anchors and none of the nullifiers (shielded.md §7). If not, the reference says
 * `bad-txns-joinsplit-requirements-not-met`.
 */
export function meetsRequirements(trees: Trees, view: ShieldedView, effects: ShieldedEffects): boolean {
  const emptyRoot = () => trees.sapling.emptyRoot(trees.sapling.depth)
  return (
    meetsSproutRequirements(trees.sprout, view, effects.joinSplits) &&
    effects.spends.every(
      ({ anchor, nullifier }) =>
        !view.hasNullifier('sapling', nullifier) && (equal(anchor, emptyRoot()) || view.isSaplingAnchor(anchor)),
    )
  )
}

/**
 * A JoinSplit may also have the tree as anchor that an earlier one of the transaction would make of its own anchor's tree.
 */
function meetsSproutRequirements(kind: TreeKind, view: ShieldedView, joinSplits: readonly JoinSplitEffects[]): boolean {
  const interstitial = new Map<string, Frontier>()
  for (const { anchor, nullifiers, commitments } of joinSplits) {
    if (nullifiers.some((nullifier) => view.hasNullifier('sprout', nullifier))) return false
    const tree = interstitial.get(toHex(anchor)) ?? sproutTreeOf(kind, view, anchor)
    if (tree === undefined) return false
    const next = commitments.reduce((frontier, leaf) => appendLeaf(kind, frontier, leaf), tree)
    interstitial.set(toHex(treeRoot(kind, next)), next)
  }
  return true
}

function sproutTreeOf(kind: TreeKind, view: ShieldedView, root: Uint8Array): Frontier | undefined {
  return equal(root, kind.emptyRoot(kind.depth)) ? EMPTY_FRONTIER : view.sproutTree(root)
}
