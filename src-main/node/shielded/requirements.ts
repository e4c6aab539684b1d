import { equal, toHex } from '../util/index.ts'
import { appendLeaf, EMPTY_FRONTIER, type Frontier, type TreeKind, treeRoot } from './commitmentTree.ts'
import type { JoinSplitEffects, ShieldedEffects, ShieldedPool } from './effects.ts'
import { EMPTY_ROOTS } from './noteTrees.ts'

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
 * A JoinSplit may also have the tree as anchor that an earlier one of the transaction would make of its own anchor's tree.
 */
function meetsSproutRequirements(kind: TreeKind, view: ShieldedView, joinSplits: readonly JoinSplitEffects[]): boolean {
  const interstitial = new Map<string, Frontier>()
  for (const { anchor, nullifiers, commitments } of joinSplits) {
    if (nullifiers.some((nullifier) => view.hasNullifier('sprout', nullifier))) return false
    const tree = interstitial.get(toHex(anchor)) ?? sproutTreeOf(view, anchor)
    if (tree === undefined) return false
    const next = commitments.reduce((frontier, leaf) => appendLeaf(kind, frontier, leaf), tree)
    // The first tree of a root stays: leaves that look empty make another one of the same root.
    const root = toHex(treeRoot(kind, next))
    if (!interstitial.has(root)) interstitial.set(root, next)
  }
  return true
}

function sproutTreeOf(view: ShieldedView, root: Uint8Array): Frontier | undefined {
  return equal(root, EMPTY_ROOTS.sprout) ? EMPTY_FRONTIER : view.sproutTree(root)
}
