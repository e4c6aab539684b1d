import { equal, toHex } from '../util/index.ts'
import { appendLeaf, EMPTY_FRONTIER, type Frontier, type TreeKind, treeRoot } from './commitmentTree.ts'
import type { JoinSplitEffects, ShieldedEffects, ShieldedPool } from './effects.ts'
import { EMPTY_ROOTS } from './noteTrees.ts'

/** State of the pools after the connected blocks. */
export interface ShieldedView {
  hasNullifier(pool: ShieldedPool, nullifier: Uint8Array): boolean
  /** returns true for a root of the Sapling tree after a block of the chain; never called with the empty root */
  isSaplingAnchor(root: Uint8Array): boolean
  /** returns the Sprout tree after a block of the chain by its root; never called with the empty root */
  sproutTree(root: Uint8Array): Frontier | undefined
}

export type Trees = Readonly<Record<ShieldedPool, TreeKind>>

/**
 * Returns true if the view has all anchors and no nullifier (shielded.md §7). Otherwise the reference returns
 * `bad-txns-joinsplit-requirements-not-met`.
 */
export function meetsRequirements(trees: Trees, view: ShieldedView, effects: ShieldedEffects): boolean {
  return (
    meetsSproutRequirements(trees.sprout, view, effects.joinSplits) &&
    effects.spends.every(
      ({ anchor, nullifier }) =>
        !view.hasNullifier('sapling', nullifier) &&
        (equal(anchor, EMPTY_ROOTS.sapling) || view.isSaplingAnchor(anchor)),
    )
  )
}

/**
 * Checks the requirements of JoinSplits. An anchor may also be the root that results from an earlier JoinSplit of the
 * transaction, by appending to its own anchor's tree.
 */
function meetsSproutRequirements(kind: TreeKind, view: ShieldedView, joinSplits: readonly JoinSplitEffects[]): boolean {
  const interstitial = new Map<string, Frontier>()
  for (const { anchor, nullifiers, commitments } of joinSplits) {
    if (nullifiers.some((nullifier) => view.hasNullifier('sprout', nullifier))) return false
    const tree = interstitial.get(toHex(anchor)) ?? findSproutTree(view, anchor)
    if (tree === undefined) return false
    const next = commitments.reduce((frontier, leaf) => appendLeaf(kind, frontier, leaf), tree)
    // Keep the first tree of a root: leaves that equal empty leaves give another tree with the same root.
    const root = toHex(treeRoot(kind, next))
    if (!interstitial.has(root)) interstitial.set(root, next)
  }
  return true
}

function findSproutTree(view: ShieldedView, root: Uint8Array): Frontier | undefined {
  return equal(root, EMPTY_ROOTS.sprout) ? EMPTY_FRONTIER : view.sproutTree(root)
}
