import {
  branchIdAt,
  EMPTY_SAPLING_ROOT,
  EMPTY_SPROUT_ROOT,
  hasShieldedParts,
  shieldedVerdict,
  toleratesContextual,
  type Verdict,
} from '../consensus/index.ts'
import { type Block, type Transaction, txidOf } from '../primitives/index.ts'
import {
  beginBlock,
  EMPTY_FRONTIER,
  effectsOf,
  meetsRequirements,
  type NoteTree,
  parseFrontier,
  poolDeltas,
  type ShieldedJob,
  type ShieldedPool,
  type ShieldedView,
  serializeFrontier,
  type TreeKind,
  treeSize,
} from '../shielded/index.ts'
import type { PoolState, ShieldedChange, ShieldedState, Storage } from '../storage/index.ts'
import { toDisplayHex } from '../util/index.ts'
import {
  type FailedScript,
  inBatches,
  type SerializedTree,
  SHIELDED_PARTS,
  type Verifier,
  type VerifyGroup,
} from '../verify/index.ts'
import type { ChainContext } from './context.ts'
import type { TreeEntry } from './treeEntry.ts'

/** What judges shielded parts, and what the connected blocks have left of them. */
type ShieldedSources = { readonly storage: Pick<Storage, 'shielded'>; readonly verifier: Verifier }

/** A block with shielded parts while it is connected. */
export interface ShieldedConnection {
  /** Anchors and nullifiers of the next transaction, whose inputs were found; then what it adds to the pools. */
  connect(tx: Transaction): Verdict
  /** what the block does to the pools; called once, after its last transaction */
  change(): ShieldedChange
}

/** @returns undefined for a block without shielded parts, which costs nothing more than to find that out */
export function beginShielded(
  sources: ShieldedSources,
  block: Block,
  parent: { readonly height: number },
): ShieldedConnection | undefined {
  if (!block.txs.some(hasShieldedParts)) return undefined
  const { trees, saplingTrees } = sources.verifier.shielded
  const { finalSaplingRoot } = block.header
  const before = poolsAfterTip(sources)
  const noteTree = (pool: ShieldedPool): NoteTree => ({
    root: before[pool].root,
    frontier: parseFrontier(trees[pool], before[pool].frontier),
  })
  const view = shieldedViewAt(sources, () => parent.height)
  const effects = beginBlock(
    trees,
    view,
    { sprout: noteTree('sprout'), sapling: noteTree('sapling') },
    (tree, leaves) => saplingTrees.grow(tree, leaves, finalSaplingRoot),
  )
  const deltas = { sprout: 0n, sapling: 0n }
  return {
    connect(tx) {
      const { sprout, sapling } = poolDeltas(tx)
      deltas.sprout += sprout
      deltas.sapling += sapling
      return shieldedVerdict(effects.connect(effectsOf(tx)))
    },
    change() {
      const { sprout, sapling } = effects.changes()
      const after = (pool: ShieldedPool, { root, frontier }: NoteTree): PoolState => ({
        root,
        frontier: serializeFrontier(frontier),
        delta: deltas[pool],
        value: before[pool].value + deltas[pool],
      })
      return {
        height: parent.height + 1,
        sprout: after('sprout', sprout.tree),
        sapling: after('sapling', sapling.tree),
        nullifiers: { sprout: sprout.nullifiers, sapling: sapling.nullifiers },
      }
    },
  }
}

/** A pool that nothing ever came into. */
const emptyPool = (root: Uint8Array): PoolState => ({
  root,
  frontier: serializeFrontier(EMPTY_FRONTIER),
  delta: 0n,
  value: 0n,
})
const EMPTY: ShieldedState = {
  height: 0,
  sprout: emptyPool(EMPTY_SPROUT_ROOT),
  sapling: emptyPool(EMPTY_SAPLING_ROOT),
}

/** Both pools after the connected tip. */
function poolsAfterTip({ storage }: Pick<ShieldedSources, 'storage'>): ShieldedState {
  return storage.shielded.newest() ?? EMPTY
}

/**
 * Both pools after a block, with what it changed in them; undefined where that is not known: off the active chain, once that has
 * shielded parts.
 */
export function shieldedPoolsAfter(
  { storage }: Pick<ShieldedSources, 'storage'>,
  { height }: { readonly height: number },
  active: boolean,
): ShieldedState | undefined {
  if (storage.shielded.newest() === undefined) return EMPTY
  if (!active) return undefined
  return poolsAfterBlock(storage.shielded.at(height), height)
}

/** @param newest both pools after the last block with shielded parts at or below the height */
export function poolsAfterBlock(newest: ShieldedState | undefined, height: number): ShieldedState {
  const { sprout, sapling, height: changed } = newest ?? EMPTY
  if (newest !== undefined && changed === height) return newest
  return { height, sprout: { ...sprout, delta: 0n }, sapling: { ...sapling, delta: 0n } }
}

/** Note commitments of JoinSplits. */
export function noteTreeSize(
  { verifier }: Pick<ShieldedSources, 'verifier'>,
  state: ShieldedState | undefined,
): number {
  return noteTreeSizeOf(verifier.shielded.trees.sprout, state)
}

/** The same for who has the tree's kind, but no verifier. */
export function noteTreeSizeOf(sprout: TreeKind, state: ShieldedState | undefined): number {
  return state === undefined ? 0 : treeSize(parseFrontier(sprout, state.sprout.frontier))
}

/** Root of the tree of shielded outputs after the connected tip. */
export function saplingRootOf(storage: Pick<Storage, 'shielded'>): Uint8Array {
  return poolsAfterTip({ storage }).sapling.root
}

/** The same after a block on top of it that holds these transactions. */
export function saplingRootWith(sources: ShieldedSources, txs: readonly Transaction[]): Uint8Array {
  const leaves = saplingLeaves(txs)
  if (leaves.length === 0) return saplingRootOf(sources.storage)
  return sources.verifier.shielded.saplingTrees.grow(saplingTreeAfterTip(sources).before, leaves).root
}

/** What transactions add to the Sapling tree, in order. */
export function saplingLeaves(txs: readonly Transaction[]): Uint8Array[] {
  return txs.flatMap((tx) => (tx.shieldedOutputs.length > 0 ? effectsOf(tx).outputs : []))
}

/** The Sapling tree after the connected tip, in both forms. */
export function saplingTreeAfterTip(sources: ShieldedSources): {
  readonly before: NoteTree
  readonly serialized: SerializedTree
} {
  const { root, frontier } = poolsAfterTip(sources).sapling
  const { sapling } = sources.verifier.shielded.trees
  return { before: { root, frontier: parseFrontier(sapling, frontier) }, serialized: { root, frontier } }
}

/** What the blocks up to a height have left of the pools. */
function shieldedViewAt({ storage, verifier }: ShieldedSources, height: () => number): ShieldedView {
  const { shielded } = storage
  const seen = (of: number | undefined) => of !== undefined && of <= height()
  return {
    hasNullifier: (pool, nullifier) => seen(shielded.nullifierHeight(pool, nullifier)),
    isSaplingAnchor: (root) => seen(shielded.anchor('sapling', root)?.height),
    sproutTree(root) {
      const anchor = shielded.anchor('sprout', root)
      if (anchor === undefined || !seen(anchor.height)) return undefined
      return parseFrontier(verifier.shielded.trees.sprout, anchor.frontier)
    },
  }
}

/** Whether the blocks up to a height have the anchors of a transaction and none of its nullifiers. */
export function meetsShieldedAt(sources: ShieldedSources, tx: Transaction, height: () => number): boolean {
  if (!hasShieldedParts(tx)) return true
  return meetsRequirements(sources.verifier.shielded.trees, shieldedViewAt(sources, height), effectsOf(tx))
}

/** Queues proofs and signatures of a block's transactions, but for those that were verified in the mempool. */
export function queueShielded(
  { verifier }: ChainContext,
  block: Block,
  parent: TreeEntry,
  { scripts, tag }: { readonly scripts: VerifyGroup; readonly tag: number },
): void {
  for (const job of jobsOf(block, parent)) verifier.proofs.report(job)
  for (const some of inBatches(unverifiedJobs(verifier, block, parent))) scripts.addShielded(some, tag)
}

/** The shielded transactions of a block that nobody has verified for its branch id. */
export function unverifiedJobs(verifier: Verifier, block: Block, parent: TreeEntry): ShieldedJob[] {
  return jobsOf(block, parent).filter(
    ({ tx, branchId }) => !verifier.isRemembered(txidOf(tx), SHIELDED_PARTS, branchId),
  )
}

function jobsOf(block: Block, parent: TreeEntry): ShieldedJob[] {
  const branchId = branchIdAt(parent.upgrades, parent.height + 1)
  return block.txs.filter(hasShieldedParts).map((tx) => ({ tx, branchId }))
}

/**
 * Old blocks were connected although signatures or Sapling proofs in them failed (shielded.md §1). If that is all that did,
 * it is logged and forgiven.
 * @param failure the worst of a single block
 */
export function unlessTolerated(
  { verifier, logger }: ChainContext,
  block: Block,
  parent: TreeEntry,
  failure: FailedScript | undefined,
): FailedScript | undefined {
  if (failure === undefined || !('kind' in failure.verdict)) return failure
  if (failure.verdict.kind !== 'inconclusive' || !toleratesContextual(block.header.time)) return failure
  let jobs = jobsOf(block, parent)
  while (jobs.length > 0) {
    const fault = verifier.shielded.verify(jobs)
    if (fault === undefined) break
    const { refusal, job } = fault
    // What ended the look at the transactions may hide what is wrong with later ones.
    if (refusal.kind !== 'inconclusive') return { tag: failure.tag, verdict: refusal }
    const { reason } = refusal
    logger.warn('an old block is connected as on other nodes, although a shielded transaction in it is wrong', {
      ...{ reason, height: parent.height + 1, txid: toDisplayHex(txidOf(jobs[job]!.tx)) },
    })
    jobs = jobs.slice(job + 1)
  }
  return undefined
}

/** Takes the newest block's shielded parts back. */
export function disconnectShielded({ storage }: ChainContext, block: Block, height: number): void {
  const effects = block.txs.filter(hasShieldedParts).map(effectsOf)
  if (effects.length === 0) return
  storage.shielded.remove(height, {
    sprout: effects.flatMap(({ joinSplits }) => joinSplits.flatMap(({ nullifiers }) => nullifiers)),
    sapling: effects.flatMap(({ spends }) => spends.map(({ nullifier }) => nullifier)),
  })
}
