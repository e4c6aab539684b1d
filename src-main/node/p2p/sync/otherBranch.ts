import type { RefusedBranch } from '../../chain/index.ts'
import type { BlockEntry } from '../../core/index.ts'
import type { Peer } from '../peer/index.ts'
import { isPreferred, servesBlocks } from './candidates.ts'

/** A branch with more work than ours that our peers follow, and this node does not: it refused a block of it. */
export interface OtherBranch {
  readonly branch: RefusedBranch
  /** peers that are known to be on it */
  readonly followers: number
  /** peers that count, see findOtherBranch */
  readonly counted: number
}

/**
 * Whether our peers are on a branch that this node refused. Three things have to hold, so that no peer can make a node say so
 * by talk:
 * - A block of the branch was found to break a rule here, or a person ruled it out.
 * - More work is known of the branch than of our chain. Each header had its proof of work checked at its place, so that this
 *   takes more work than went into our own chain since the fork, and ends as soon as ours has more.
 * - At least half of the peers that count have shown blocks of it. Those that this node chose, or trusts, count; those that
 *   came to us only where there are no others. Who has shown no chain yet does not count.
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
