import {
  branchIdAt,
  EMPTY_SAPLING_ROOT,
  EMPTY_SPROUT_ROOT,
  hasShieldedParts,
  shieldedVerdict,
  toleratesContextual,
  type Verdict,
} from '../consensus/index.ts'
import { type Block, computeTxid, type Transaction } from '../primitives/index.ts'
import {
  beginBlock,
  EMPTY_FRONTIER,
  extractEffects,
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

/** Verifier and stored state of the shielded pools. */
type ShieldedSources = { readonly storage: Pick<Storage, 'shielded'>; readonly verifier: Verifier }

/** State of a block with shielded parts while it is being connected. */
export interface ShieldedConnection {
  /**
   * Checks anchors and nullifiers of the next transaction, then adds its effects to the pools. Its transparent inputs
   * must be known.
   */
  connect(tx: Transaction): Verdict
  /** Returns the block's changes to the pools. Call once, after the last transaction. */
  change(): ShieldedChange
}

/** @returns undefined for a block without shielded parts */
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
      return shieldedVerdict(effects.connect(extractEffects(tx)))
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

/** Initial state of a pool. */
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

function poolsAfterTip({ storage }: Pick<ShieldedSources, 'storage'>): ShieldedState {
  return storage.shielded.newest() ?? EMPTY
}

/**
 * Returns both pools after a block, with the block's changes. Returns undefined for a block off the active chain if the
 * chain has shielded parts, because that state is unknown.
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

/** @param newest both pools after the last block with shielded parts up to and including the height */
export function poolsAfterBlock(newest: ShieldedState | undefined, height: number): ShieldedState {
  const { sprout, sapling, height: changed } = newest ?? EMPTY
  if (newest !== undefined && changed === height) return newest
  return { height, sprout: { ...sprout, delta: 0n }, sapling: { ...sapling, delta: 0n } }
}

/** Returns the number of note commitments in the Sprout tree. */
export function noteTreeSize(
  { verifier }: Pick<ShieldedSources, 'verifier'>,
  state: ShieldedState | undefined,
): number {
  return computeNoteTreeSize(verifier.shielded.trees.sprout, state)
}

/** Like `noteTreeSize`, for callers that have the Sprout tree kind but no verifier. */
export function computeNoteTreeSize(sprout: TreeKind, state: ShieldedState | undefined): number {
  return state === undefined ? 0 : treeSize(parseFrontier(sprout, state.sprout.frontier))
}

/** Returns the root of the Sapling tree after the connected tip. */
export function getSaplingRoot(storage: Pick<Storage, 'shielded'>): Uint8Array {
  return poolsAfterTip({ storage }).sapling.root
}

/** Returns the root of the Sapling tree after a block with these transactions on the connected tip. */
export function saplingRootWith(sources: ShieldedSources, txs: readonly Transaction[]): Uint8Array {
  const leaves = saplingLeaves(txs)
  if (leaves.length === 0) return getSaplingRoot(sources.storage)
  return sources.verifier.shielded.saplingTrees.grow(saplingTreeAfterTip(sources).before, leaves).root
}

/** Returns the leaves that transactions add to the Sapling tree, in order. */
export function saplingLeaves(txs: readonly Transaction[]): Uint8Array[] {
  return txs.flatMap((tx) => (tx.shieldedOutputs.length > 0 ? extractEffects(tx).outputs : []))
}

/** Returns the Sapling tree after the connected tip, parsed and serialised. */
export function saplingTreeAfterTip(sources: ShieldedSources): {
  readonly before: NoteTree
  readonly serialized: SerializedTree
} {
  const { root, frontier } = poolsAfterTip(sources).sapling
  const { sapling } = sources.verifier.shielded.trees
  return { before: { root, frontier: parseFrontier(sapling, frontier) }, serialized: { root, frontier } }
}

/** Returns the anchors and nullifiers of the blocks up to a height. */
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

/** Returns true if the blocks up to a height have all anchors of the transaction and none of its nullifiers. */
export function meetsShieldedAt(sources: ShieldedSources, tx: Transaction, height: () => number): boolean {
  if (!hasShieldedParts(tx)) return true
  return meetsRequirements(sources.verifier.shielded.trees, shieldedViewAt(sources, height), extractEffects(tx))
}

/** Queues proofs and signatures of a block's transactions, except for those already verified in the mempool. */
export function queueShielded(
  { verifier }: ChainContext,
  block: Block,
  parent: TreeEntry,
  { scripts, tag }: { readonly scripts: VerifyGroup; readonly tag: number },
): void {
  for (const job of shieldedJobsFor(block, parent)) verifier.proofs.report(job)
  for (const some of inBatches(unverifiedJobs(verifier, block, parent))) scripts.addShielded(some, tag)
}

/** Returns the shielded transactions of a block that are not yet verified for its branch id. */
export function unverifiedJobs(verifier: Verifier, block: Block, parent: TreeEntry): ShieldedJob[] {
  return shieldedJobsFor(block, parent).filter(
    ({ tx, branchId }) => !verifier.isRemembered(computeTxid(tx), SHIELDED_PARTS, branchId),
  )
}

function shieldedJobsFor(block: Block, parent: TreeEntry): ShieldedJob[] {
  const branchId = branchIdAt(parent.upgrades, parent.height + 1)
  return block.txs.filter(hasShieldedParts).map((tx) => ({ tx, branchId }))
}

/**
 * Other nodes connected old blocks with invalid signatures or Sapling proofs (shielded.md §1). If a block has no other
 * failure, it is tolerated with a warning.
 * @param failure the worst failure of a single block
 */
export function unlessTolerated(
  { verifier, logger }: ChainContext,
  block: Block,
  parent: TreeEntry,
  failure: FailedScript | undefined,
): FailedScript | undefined {
  if (failure === undefined || !('kind' in failure.verdict)) return failure
  if (failure.verdict.kind !== 'inconclusive' || !toleratesContextual(block.header.time)) return failure
  let jobs = shieldedJobsFor(block, parent)
  while (jobs.length > 0) {
    const fault = verifier.shielded.verify(jobs)
    if (fault === undefined) break
    const { refusal, job } = fault
    // The first failure ended the verification, so later transactions are still unverified. They are checked next.
    if (refusal.kind !== 'inconclusive') return { tag: failure.tag, verdict: refusal }
    const { reason } = refusal
    logger.warn('old block has an invalid shielded transaction, connected as on other nodes', {
      ...{ reason, height: parent.height + 1, txid: toDisplayHex(computeTxid(jobs[job]!.tx)) },
    })
    jobs = jobs.slice(job + 1)
  }
  return undefined
}

/** Disconnects the shielded parts of the newest block. */
export function disconnectShielded({ storage }: ChainContext, block: Block, height: number): void {
  const effects = block.txs.filter(hasShieldedParts).map(extractEffects)
  if (effects.length === 0) return
  storage.shielded.remove(height, {
    sprout: effects.flatMap(({ joinSplits }) => joinSplits.flatMap(({ nullifiers }) => nullifiers)),
    sapling: effects.flatMap(({ spends }) => spends.map(({ nullifier }) => nullifier)),
  })
}
