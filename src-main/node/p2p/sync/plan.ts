import type { BlockEntry, ChainView } from '../../core/index.ts'
import type { HeaderPath } from './headerPath.ts'
import { DOWNLOAD_WINDOW } from './limits.ts'

export interface PlanInput<P> {
  /** best known block of the peer */
  readonly best: BlockEntry
  /** last block shared with the peer, as found by the previous plan */
  readonly common: BlockEntry | undefined
  /** maximum number of blocks */
  readonly count: number
  /** maximum height */
  readonly upTo: number
  readonly chain: Pick<ChainView, 'tip' | 'byHeight'>
  readonly path: HeaderPath
  /** returns the peer that was asked for a block and has not delivered it */
  readonly askedOf: (entry: BlockEntry) => P | undefined
  /** returns true if the block has arrived and is waiting */
  readonly waiting: (entry: BlockEntry) => boolean
}

export interface Plan<P> {
  readonly blocks: readonly BlockEntry[]
  readonly common: BlockEntry
  /** Peer that must deliver before the download continues: the window is full of blocks above one requested from it. */
  readonly staller: P | undefined
}

/**
 * Selects the blocks to request from a peer: the next ones on its chain, within a window above the shared block (p2p.md
 * §4.3).
 */
export function planDownload<P>(input: PlanInput<P>): Plan<P> {
  const { best, chain, path } = input
  const tip = chain.tip()
  const start = input.common ?? chain.byHeight(Math.min(best.height, tip.height)) ?? tip
  // The peer or this node may have switched to another branch.
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
