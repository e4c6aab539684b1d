import { shieldedViolation, type Violation, violation } from '../consensus/index.ts'
import { FAILED } from '../storage/index.ts'
import type { FailedScript } from '../verify/index.ts'
import type { TreeEntry } from './treeEntry.ts'

/** A branch that this program cannot follow to its end. */
export interface BlockedBranch {
  /** its first block that cannot be judged */
  readonly entry: TreeEntry
  /** of all that is known of the branch */
  readonly work: bigint
}

/** A block is good as far as it can be judged here, and spends conditions of modules that are not here. */
export const foreignCondition: Violation = violation('unsupported', 'bad-txns-condition-not-supported', { score: 0 })

/** The bits of FAILED that a block gets for what was found when it was connected. */
export function failureOf({ kind }: Violation): number {
  return kind === 'unsupported' ? FAILED.UNSUPPORTED | FAILED.CONDITION : FAILED.INVALID
}

/**
 * The verdict of a block once its scripts and proofs are known: one that fails is wrong, whatever else could not be judged.
 */
export function withScripts<V extends { readonly ok: true }>(
  checked: V | Violation,
  failure: FailedScript | undefined,
): V | Violation {
  if (failure === undefined || (!checked.ok && checked.kind !== 'unsupported')) return checked
  const { verdict } = failure
  // Other nodes give no reason for a script that fails.
  return 'kind' in verdict ? shieldedViolation(verdict) : violation('invalid', '')
}

/** For people: what it means that the chain goes on with a block that this program cannot judge. */
export function unsupportedText(entry: TreeEntry): string {
  const { height } = entry
  return (
    `From block ${height} on this chain uses contracts of another kind than tokens, orders and faucets, which this ` +
    'program cannot check. It stays at block ' +
    `${height - 1}: it does not know what happened since, and payments made here may be worth nothing on the chain.`
  )
}

/** The lowest block at or below an entry that cannot be judged; undefined where the entry is held up by nothing or by others. */
function firstUnsupported(entry: TreeEntry): TreeEntry | undefined {
  let node: TreeEntry | null = entry
  while (node?.failedAncestor) node = node.prev
  return node !== null && (node.failure & FAILED.UNSUPPORTED) !== 0 ? node : undefined
}

/** The verdict on a block that cannot be judged, or that stands on one; undefined: neither. No peer is scored for it. */
export function beyondUs(entry: TreeEntry): Violation | undefined {
  return firstUnsupported(entry) && foreignCondition
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
