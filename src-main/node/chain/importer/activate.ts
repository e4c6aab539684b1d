import { maxSecondsAhead, type Violation } from '../../consensus/index.ts'
import type { ChainContext } from '../context.ts'
import { checkFork } from '../notarisations.ts'
import { ancestorAt, compareChains, type TreeEntry } from '../treeEntry.ts'

/** Blocks that failed to connect, with the violation. */
export type Failures = Map<TreeEntry, Violation>

/** The next change towards the valid chain with the most work. */
export type Activation =
  /** connect the block on top of the tip */
  | { readonly kind: 'extend'; readonly entry: TreeEntry }
  /** disconnect down to the fork point, then connect the branch up to the target */
  | { readonly kind: 'reorganise'; readonly fork: TreeEntry; readonly target: TreeEntry }
  /** mark the target's branch as invalid, from its first block on */
  | {
      readonly kind: 'reject'
      readonly entry: TreeEntry
      readonly target: TreeEntry
      readonly verdict: Violation
    }
  /** stop the node; `message` is for the user */
  | { readonly kind: 'halt'; readonly message: string }

/**
 * Plans the next step (activate best chain): towards the most-work candidate. Returns undefined if that chain is
 * active.
 */
export function planActivation(context: ChainContext): Activation | undefined {
  const target = findTarget(context)
  if (target === undefined) return undefined
  const { tree, maxReorg } = context
  const fork = findFork(context, target)
  const first = ancestorAt(target, fork.height + 1)
  const depth = tree.tip.height - fork.height
  if (depth === 0) return { kind: 'extend', entry: first }
  const verdict = checkFork(context, fork)
  if (!verdict.ok) return { kind: 'reject', entry: first, target, verdict }
  if (depth <= maxReorg) return { kind: 'reorganise', fork, target }
  return {
    kind: 'halt',
    message: `A branch with more work would replace the last ${depth} blocks (block ${target.hashHex} at height ${target.height}), more than -maxreorg=${maxReorg} allows. The node stops: find out which branch is the right one, then start with a larger -maxreorg or use invalidateblock.`,
  }
}

/** Returns the best block that can be connected now, or undefined if none beats the tip. */
function findTarget(context: ChainContext): TreeEntry | undefined {
  const { params, tree, clock } = context
  const latest = clock.now() + maxSecondsAhead(params)
  const best = tree.bestCandidate((entry) => connectablePart(context, entry, latest) === entry)
  if (best !== undefined) return best
  // Every candidate is, or descends from, a block too far in the future. The part below that block may still beat the
  // tip.
  let partial: TreeEntry | undefined
  tree.bestCandidate((entry) => {
    const part = connectablePart(context, entry, latest)
    if (part !== undefined && (partial === undefined || compareChains(part, partial) < 0)) partial = part
    return false
  })
  return partial
}

/**
 * Returns the highest block of a branch, above the active chain, without a block too far in the future below it.
 * Returns undefined if that block does not beat the tip.
 */
function connectablePart({ tree }: ChainContext, entry: TreeEntry, latest: number): TreeEntry | undefined {
  let part = entry
  for (let node: TreeEntry | null = entry; node !== null && !tree.isActive(node); node = node.prev)
    if (node.time > latest && node.prev !== null) part = node.prev
  return tree.isActive(part) || compareChains(part, tree.tip) >= 0 ? undefined : part
}

function findFork({ tree }: ChainContext, entry: TreeEntry): TreeEntry {
  let node = entry
  while (!tree.isActive(node)) node = node.prev!
  return node
}
