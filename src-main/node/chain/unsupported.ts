import { type Violation, violation } from '../consensus/index.ts'
import type { BlockEntry } from '../interfaces.ts'
import { FAILED } from '../storage/index.ts'
import type { TreeEntry } from './treeEntry.ts'

/** A branch that this program cannot follow to its end. */
export interface BlockedBranch {
  /** its first block that cannot be judged */
  readonly entry: TreeEntry
  /** of all that is known of the branch */
  readonly work: bigint
}

/** For people: what it means that the chain goes on with a block that this program cannot judge. */
export function unsupportedText({ height }: Pick<BlockEntry, 'height'>): string {
  return (
    `From block ${height} on this chain uses shielded transactions, which this program cannot check. It stays at block ` +
    `${height - 1}: it does not know what happened since, and payments made here may be worth nothing on the chain.`
  )
}

/** The lowest block at or below an entry that cannot be judged; undefined where the entry is held up by nothing or by others. */
function firstUnsupported(entry: TreeEntry): TreeEntry | undefined {
  let node: TreeEntry | null = entry
  while (node?.failedAncestor) node = node.prev
  return node !== null && (node.failure & FAILED.UNSUPPORTED) !== 0 ? node : undefined
}

/** What is said of a block that cannot be judged, or that stands on one; undefined: neither. Nobody is blamed for it. */
export function beyondUs(entry: TreeEntry): Violation | undefined {
  if (firstUnsupported(entry) === undefined) return undefined
  return violation('unsupported', 'bad-txns-shielded-not-supported', { score: 0 })
}

/** The blocked branch with the most work. */
export function bestBlocked(leaves: Iterable<TreeEntry>): BlockedBranch | undefined {
  let best: BlockedBranch | undefined
  for (const leaf of leaves) {
    const entry = leaf.eligible ? undefined : firstUnsupported(leaf)
    if (entry !== undefined && leaf.chainWork > (best?.work ?? 0n)) best = { entry, work: leaf.chainWork }
  }
  return best
}
