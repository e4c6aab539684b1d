import type { Violation } from '../consensus/index.ts'
import type { Clock } from '../core/index.ts'
import { BLOCK_STATUS, FAILED } from '../storage/index.ts'
import type { HeaderTree } from './headerTree.ts'
import { isSameOrDescendant, type TreeEntry } from './treeEntry.ts'
import type { RefusedBranch } from './types.ts'

interface Rejection {
  readonly reason: string
  /** Unix seconds of the first rejection since the program started. */
  readonly at: number
  readonly count: number
  /** Clock time in milliseconds. */
  readonly retryAt: number
}

/** Maximum number of recorded rejections. Older blocks are reported without a reason. */
const MAX_REJECTIONS = 1_000
/**
 * From this many rejections on, a block is validated again only after a delay, which doubles each time. Otherwise a
 * peer could make the node verify all scripts of a block again with each headers message, at no cost to itself.
 */
const FREE_RETRIES = 3
const RETRY_DELAY_MS = 60_000
const MAX_RETRY_DELAY_MS = 3_600_000

/** Rejected blocks that other nodes may have accepted: reason, time, and when they may be retried. */
export class RejectedBlocks {
  readonly #tree: HeaderTree
  readonly #clock: Pick<Clock, 'now' | 'millis'>
  readonly #known = new Map<TreeEntry, Rejection>()

  constructor(tree: HeaderTree, clock: Pick<Clock, 'now' | 'millis'>) {
    this.#tree = tree
    this.#clock = clock
  }

  /** Records that a block was marked as failed. */
  note(entry: TreeEntry, { reason }: Violation): void {
    const known = this.#known
    const before = known.get(entry)
    const count = (before?.count ?? 0) + 1
    const doublings = count - FREE_RETRIES
    const delay = doublings < 0 ? 0 : Math.min(MAX_RETRY_DELAY_MS, RETRY_DELAY_MS * 2 ** Math.min(doublings, 20))
    const [oldest] = known.keys()
    if (before === undefined && known.size >= MAX_REJECTIONS && oldest !== undefined) known.delete(oldest)
    const at = before?.at ?? this.#clock.now()
    known.set(entry, { reason, at, count, retryAt: this.#clock.millis() + delay })
  }

  /** Returns true if a rejected block that is announced again may be validated now. */
  mayRetry(entry: TreeEntry): boolean {
    return this.#clock.millis() >= (this.#known.get(entry)?.retryAt ?? 0)
  }

  /** Forgets the rejections of a block, its ancestors and descendants (reconsiderblock). */
  forget(entry: TreeEntry): void {
    for (const other of [...this.#known.keys()]) {
      if (isSameOrDescendant(other, entry) || isSameOrDescendant(entry, other)) this.#known.delete(other)
    }
  }

  /** Returns the rejected branch with the most work, or undefined if none has more work than the active chain. */
  best(): RefusedBranch | undefined {
    const tree = this.#tree
    let best: RefusedBranch | undefined
    for (const leaf of tree.leaves()) {
      if (leaf.chainWork <= (best?.best ?? tree.verifiedTip).chainWork) continue
      if (leaf.eligible && this.#known.size === 0) continue
      const first = this.#firstRejected(leaf)
      if (first === undefined) continue
      const rejection = this.#known.get(first)
      const byUser = (first.failure & FAILED.BY_USER) !== 0
      best = { first, best: leaf, byUser, reason: rejection?.reason, at: rejection?.at }
    }
    return best
  }

  /** Returns the lowest rejected block above the active chain, including a block that is being retried. */
  #firstRejected(leaf: TreeEntry): TreeEntry | undefined {
    let first: TreeEntry | undefined
    for (let node: TreeEntry | null = leaf; node !== null && !this.#tree.isActive(node); node = node.prev) {
      if (node.failed || (this.#known.has(node) && node.progress !== BLOCK_STATUS.VALID)) first = node
    }
    return first
  }
}
