import type { BlockEntry, ChainView } from '../../core/index.ts'
import type { HeaderPath } from './headerPath.ts'
import { DOWNLOAD_WINDOW } from './limits.ts'

export interface PlanInput<P> {
  /** best block that the peer is known to have */
  readonly best: BlockEntry
  /** last block that we and the peer share, as found by the plan before */
  readonly common: BlockEntry | undefined
  /** blocks wanted at most */
  readonly count: number
  /** none above this height */
  readonly upTo: number
  readonly chain: Pick<ChainView, 'tip' | 'byHeight'>
  readonly path: HeaderPath
  /** who was asked for a block that has not come */
  readonly askedOf: (entry: BlockEntry) => P | undefined
  /** has come and waits for its turn */
  readonly waiting: (entry: BlockEntry) => boolean
}

export interface Plan<P> {
  readonly blocks: readonly BlockEntry[]
  readonly common: BlockEntry
  /** The window is full of blocks above one that this peer was asked for: nothing moves until it comes. */
  readonly staller: P | undefined
}

/** The blocks to ask a peer for: the next ones on its chain, within a window above what is shared (p2p.md §4.3). */
export function planDownload<P>(input: PlanInput<P>): Plan<P> {
  const { best, chain, path } = input
  const tip = chain.tip()
  const start = input.common ?? chain.byHeight(Math.min(best.height, tip.height)) ?? tip
  // The peer may have moved to another branch, and so may we.
  const fork = path.forkOf(start, best)
  if (best.chainWork < tip.chainWork) return { blocks: [], common: fork, staller: undefined }
  return planAbove(input, fork)
}

function planAbove<P>({ best, path, count, upTo, askedOf, waiting }: PlanInput<P>, fork: BlockEntry): Plan<P> {
  let common = fork
  const end = fork.height + DOWNLOAD_WINDOW
  const blocks: BlockEntry[] = []
  let inTheWay: P | undefined
  let gap = false
  const last = Math.min(best.height, end + 1, upTo)
  for (let height = fork.height + 1; height <= last && blocks.length < count; height++) {
    const entry = path.ancestor(best, height)
    if (entry.failed || entry.failedAncestor) break
    if (entry.status !== 'header') {
      if (!gap && entry.chainTxCount > 0) common = entry
      continue
    }
    gap = true
    if (waiting(entry)) continue
    const asked = askedOf(entry)
    if (asked !== undefined) inTheWay ??= asked
    else if (height <= end) blocks.push(entry)
    else if (blocks.length === 0) return { blocks, common, staller: inTheWay }
  }
  return { blocks, common, staller: undefined }
}
