import type { Violation } from '../consensus/index.ts'
import { BLOCK_STATUS, FAILED } from '../storage/index.ts'
import type { HeaderTree } from './headerTree.ts'
import { descends, type TreeEntry } from './treeEntry.ts'
import type { RefusedBranch } from './types.ts'

/** Why and when blocks were refused that other nodes may have accepted. */
export interface Refusals {
  /** the block was marked as failed */
  note(entry: TreeEntry, verdict: Violation): void
  /** Whether a refused block that is announced again is to be judged again now: see PAUSE_MILLIS. */
  mayRetry(entry: TreeEntry): boolean
  /** reconsiderblock: these blocks are judged again */
  forget(entry: TreeEntry): void
  /** The refused branch with the most work, if that is more than the active chain's. */
  best(): RefusedBranch | undefined
}

interface Refusal {
  readonly reason: string
  /** unix seconds, of the first time since the program started */
  readonly at: number
  readonly count: number
  /** milliseconds */
  readonly retryAt: number
}

/** What is older is named without its reason. */
const MAX_KEPT = 1_000
/**
 * After so many times a block is judged again only after a pause, which doubles each time: a headers message costs its
 * sender nothing, and judging a block anew costs us all of its scripts.
 */
const AT_ONCE = 3
const PAUSE_MILLIS = 60_000
const LONGEST_PAUSE_MILLIS = 3_600_000

export function createRefusals(
  tree: HeaderTree,
  clock: { readonly now: () => number; readonly millis: () => number },
): Refusals {
  const known = new Map<TreeEntry, Refusal>()

  /** The lowest refused block above the active chain; also one that is being given another chance right now. */
  function firstRefused(leaf: TreeEntry): TreeEntry | undefined {
    let first: TreeEntry | undefined
    for (let node: TreeEntry | null = leaf; node !== null && !tree.isActive(node); node = node.prev) {
      if (node.failed || (known.has(node) && node.progress !== BLOCK_STATUS.VALID)) first = node
    }
    return first
  }

  return {
    note(entry, { reason }) {
      const before = known.get(entry)
      const count = (before?.count ?? 0) + 1
      const pauses = count - AT_ONCE
      const pause = pauses < 0 ? 0 : Math.min(LONGEST_PAUSE_MILLIS, PAUSE_MILLIS * 2 ** Math.min(pauses, 20))
      const [oldest] = known.keys()
      if (before === undefined && known.size >= MAX_KEPT && oldest !== undefined) known.delete(oldest)
      known.set(entry, { reason, at: before?.at ?? clock.now(), count, retryAt: clock.millis() + pause })
    },
    mayRetry: (entry) => clock.millis() >= (known.get(entry)?.retryAt ?? 0),
    forget(entry) {
      for (const other of [...known.keys()]) {
        if (descends(other, entry) || descends(entry, other)) known.delete(other)
      }
    },
    best() {
      let best: RefusedBranch | undefined
      for (const leaf of tree.leaves()) {
        if (leaf.chainWork <= (best?.best ?? tree.verifiedTip).chainWork) continue
        if (leaf.eligible && known.size === 0) continue
        const first = firstRefused(leaf)
        if (first === undefined) continue
        const refusal = known.get(first)
        const byUser = (first.failure & FAILED.BY_USER) !== 0
        best = { first, best: leaf, byUser, reason: refusal?.reason, at: refusal?.at }
      }
      return best
    },
  }
}
