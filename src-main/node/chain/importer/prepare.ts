import { checkBlock, hasShieldedParts, maxBlockSize } from '../../consensus/index.ts'
import { type Block, blockHash, computeTxid } from '../../primitives/index.ts'
import { parseFrontier, type ShieldedJob } from '../../shielded/index.ts'
import { SHIELDED_PARTS } from '../../verify/index.ts'
import type { ChainContext } from '../context.ts'
import { saplingLeaves, saplingTreeAfterTip, unverifiedJobs } from '../shieldedParts.ts'
import type { TreeEntry } from '../treeEntry.ts'

export interface PreparationOptions {
  /**
   * true prepares proofs and all leaves. false, used while many blocks are queued, prepares only leaves that would
   * block the node thread, because proofs are verified while other blocks connect.
   */
  readonly all: boolean
}

/** Up to this many leaves are hashed while the block connects (3 ms). */
const FEW_LEAVES = 64

/**
 * Has another thread do the shielded work of a block in advance, so that connecting it blocks the node thread only
 * briefly. Valid proofs and the note tree are cached. Anything invalid or unknown is found later when the block
 * connects.
 * @returns undefined if there is nothing to wait for
 */
export function prepareBlock(
  context: ChainContext,
  block: Block,
  parent: TreeEntry,
  { all }: PreparationOptions,
): Promise<unknown> | undefined {
  const { proofs } = context.verifier
  if (!proofs.aside || !block.txs.some(hasShieldedParts)) return undefined
  // Check that the header commits to these transactions: anyone can send a valid header with other transactions.
  if (!checkBlock(block, { maxSize: maxBlockSize(parent.upgrades, parent.height + 1) }).ok) return undefined
  const works = [all ? proveBlock(context, block, parent) : undefined, hashLeaves(context, block, parent, all)]
  return works.some((work) => work !== undefined) ? Promise.all(works) : undefined
}

/** Prepares a submitted block like `prepareBlock`, if its header is known and its branch may be connected. */
export function prepareSubmitted(context: ChainContext, block: Block, options: PreparationOptions) {
  const entry = context.tree.byHash(blockHash(block.header))
  if (entry === undefined || entry.prev === null || !entry.eligible || context.tree.isActive(entry)) return undefined
  const covered = context.checkpoints.covers(entry)
  return prepareBlock(context, block, entry.prev, { all: options.all && !covered })
}

function proveBlock({ verifier }: ChainContext, block: Block, parent: TreeEntry): Promise<void> | undefined {
  const jobs: readonly ShieldedJob[] = unverifiedJobs(verifier, block, parent)
  if (jobs.length === 0) return undefined
  return verifier.proofs.verifyTogether(jobs).then((hold) => {
    if (hold) for (const { tx, branchId } of jobs) verifier.remember(computeTxid(tx), SHIELDED_PARTS, branchId)
  })
}

function hashLeaves(
  { verifier, storage, tree }: ChainContext,
  block: Block,
  parent: TreeEntry,
  all: boolean,
): Promise<void> | undefined {
  const { proofs, shielded } = verifier
  const leaves = saplingLeaves(block.txs)
  if (parent !== tree.tip || leaves.length <= (all ? 0 : FEW_LEAVES)) return undefined
  const { serialized, before } = saplingTreeAfterTip({ storage, verifier })
  if (shielded.saplingTrees.isKnown(before, leaves)) return undefined
  return proofs.growTree(serialized, leaves).then((grown) => {
    if (grown === undefined) return
    const frontier = parseFrontier(shielded.trees.sapling, grown.frontier)
    shielded.saplingTrees.learn(before, leaves, { root: grown.root, frontier })
  })
}
