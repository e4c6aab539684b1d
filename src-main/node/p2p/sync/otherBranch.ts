import type { RefusedBranch } from '../../chain/index.ts'
import type { BlockEntry } from '../../core/index.ts'
import type { Peer } from '../peer/index.ts'
import { isPreferred, servesBlocks } from './candidates.ts'

/** Branch with more work than ours that our peers follow, although this node rejected one of its blocks. */
export interface OtherBranch {
  readonly branch: RefusedBranch
  /** number of peers known to be on the branch */
  readonly followers: number
  /** number of counted peers, see findOtherBranch */
  readonly counted: number
}

/**
 * Returns the branch that our peers follow and this node rejected, if any. Three conditions must hold, so that a peer's
 * mere claims are not enough:
 * - This node found a block of the branch invalid, or the user invalidated it.
 * - The branch has more known work than our chain. The proof of work of each header was checked on its branch. Faking
 *   it takes more work than our own chain has since the fork, and the report ends as soon as our chain has more.
 * - At least half of the counted peers have shown blocks of the branch. Outbound and trusted peers count; inbound peers
 *   only if there are no others. A peer that has not shown a chain yet does not count.
 */
export function findOtherBranch(
  chain: { readonly refused: () => RefusedBranch | undefined },
  peers: Iterable<Peer>,
  findBest: (peer: Peer) => BlockEntry | undefined,
): OtherBranch | undefined {
  const branch = chain.refused()
  if (branch === undefined) return undefined
  const all = [...peers].filter(servesBlocks)
  const chosen = all.filter(isPreferred)
  const counted = (chosen.length > 0 ? chosen : all).flatMap((peer) => findBest(peer) ?? [])
  const followers = counted.filter((best) => buildsOn(best, branch.first)).length
  return followers > 0 && followers * 2 >= counted.length ? { branch, followers, counted: counted.length } : undefined
}

function buildsOn(best: BlockEntry, first: BlockEntry): boolean {
  let node: BlockEntry | null = best
  while (node !== null && node.height > first.height) node = node.prev
  return node === first
}
