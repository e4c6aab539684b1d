import { type ChainParams, REJECT, VALID, type Verdict, violation } from '../consensus/index.ts'
import { equal } from '../util/index.ts'
import type { HeaderTree } from './headerTree.ts'
import type { TreeEntry } from './treeEntry.ts'

/** What is known of the chain beforehand, and what follows from it for headers and blocks (notarisation.md §5). */
export interface CheckpointGuard {
  /** false (-checkpoints=0): nothing is taken on anybody's word */
  readonly enabled: boolean
  /** of the last one, whether its header is known or not; 0: there is none */
  readonly lastHeight: number
  /** Whether a header that is not known yet may have its place. */
  check(hash: Uint8Array, height: number): Verdict
  /** Whether the block is one of those that the highest known checkpoint stands on, or is it. */
  covers(entry: TreeEntry): boolean
  /**
   * Up to which height it is worth fetching blocks from a peer that says its chain is `claimed` blocks long: above that it
   * shall first send headers up to the next checkpoint, which makes blocks cheaper to judge.
   */
  fetchableUpTo(claimed: number): number
}

/** An honest node on the chain below the checkpoint knows nothing of another one. */
const BELOW_CHECKPOINT = violation('refused', '', { score: 1 })
const MISMATCH = violation('refused', 'checkpoint mismatch', { code: REJECT.CHECKPOINT })

export function createCheckpointGuard(
  { checkpoints: { blocks } }: Pick<ChainParams, 'checkpoints'>,
  enabled: boolean,
  tree: Pick<HeaderTree, 'byHash'>,
): CheckpointGuard {
  const list = enabled ? blocks : []
  const hashAt = new Map(list.map(({ height, hash }) => [height, hash]))
  /** so many of the list are known, the lowest ones: each stands on the one before */
  let known = 0
  /** the blocks from one checkpoint (not included) to the next, by height */
  let stretch: readonly TreeEntry[] = []

  const entryOf = (index: number): TreeEntry | undefined => {
    const checkpoint = list[index]
    return checkpoint && tree.byHash(checkpoint.hash)
  }
  /** A header may have come, or a rollback may have taken one. */
  function countKnown(): number {
    while (known > 0 && entryOf(known - 1) === undefined) known--
    while (entryOf(known) !== undefined) known++
    return known
  }
  const heightOf = (index: number): number => list[index]?.height ?? 0

  return {
    enabled,
    lastHeight: heightOf(list.length - 1),
    check(hash, height) {
      if (list.length === 0) return VALID
      const fixed = hashAt.get(height)
      if (fixed !== undefined && !equal(fixed, hash)) return MISMATCH
      return height < heightOf(countKnown() - 1) ? BELOW_CHECKPOINT : VALID
    },
    covers(entry) {
      if (list.length === 0 || entry.height > heightOf(countKnown() - 1)) return false
      const first = stretch[0]
      if (first === undefined || entry.height < first.height || entry.height >= first.height + stretch.length) {
        const index = list.findIndex(({ height }) => height >= entry.height)
        stretch = stretchBelow(entryOf(index)!, heightOf(index - 1))
      }
      return stretch[entry.height - stretch[0]!.height] === entry
    },
    fetchableUpTo(claimed) {
      const next = list[countKnown()]
      return next === undefined || claimed < next.height ? Number.POSITIVE_INFINITY : heightOf(known - 1)
    },
  }
}

/** The blocks above a height up to an entry, lowest first. */
function stretchBelow(top: TreeEntry, above: number): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let node: TreeEntry | null = top; node !== null && node.height > above; node = node.prev) entries.push(node)
  return entries.reverse()
}
