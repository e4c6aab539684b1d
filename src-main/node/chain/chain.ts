import {
  branchWindow,
  earliestTime,
  headerWindow,
  nextBits,
  type StakeBranch,
  type StakePlace,
  stakePlace,
  type UpgradeState,
  type Verdict,
  type WorkTarget,
  workTarget,
} from '../consensus/index.ts'
import type { BlockEntry, ChainUpdate, NotarisationView } from '../core/index.ts'
import { type Block, type BlockHeader, decodeCompact, type Transaction } from '../primitives/index.ts'
import { BLOCK_STATUS, type BlockSupply, FAILED, type FilePosition, type ShieldedState } from '../storage/index.ts'
import { acceptHeaders, countProvenHeaders, findUnprovenHeaders } from './acceptHeaders.ts'
import { importFiles } from './blockFiles/importFile.ts'
import { indexBlockFiles } from './blockFiles/indexBlockFiles.ts'
import { blockSlice } from './blockSlice.ts'
import { blockTxids } from './blockTxids.ts'
import { ActiveChainView, own } from './chainView.ts'
import { type CoinScanner, CoinStatisticsReader } from './coinStatistics/index.ts'
import type { ChainContext } from './context.ts'
import { HeaderProof } from './headerProof.ts'
import type { BlockImporter } from './importer/blockImporter.ts'
import { decodeFirstBlock } from './importer/decode.ts'
import type { ImportQueue } from './importer/importQueue.ts'
import type { WantsBlock } from './importer/notify.ts'
import { prepareBlock } from './importer/prepare.ts'
import { invalidateBlock, reconsiderBlock } from './invalidateBlock.ts'
import { meetsShieldedAt, noteTreeSize, saplingRootWith, shieldedPoolsAfter } from './shieldedParts.ts'
import { stakeBranch } from './stakedParts.ts'
import { storedBytes } from './storedBlock.ts'
import { checkProposal, submitBlock, testBlockValidity } from './submit.ts'
import type { TreeEntry } from './treeEntry.ts'
import type {
  BlockOutcome,
  CoinStatistics,
  HeadersOutcome,
  ImportOptions,
  ImportResult,
  RefusedBranch,
  TipStatus,
} from './types.ts'

export interface ChainParts {
  readonly importer: BlockImporter
  readonly queue: ImportQueue
  readonly notarisations: NotarisationView
  readonly coinScanner: CoinScanner
  /** position up to which blocks in the block files are in the database */
  readonly indexed: FilePosition
  /** bytes of the block files after `indexed` */
  readonly backlogBytes: number
}

/**
 * Read and write access to the chain at its verified tip. Every method that returns no Promise is synchronous and
 * leaves one consistent tip. Methods that change the chain, or read the unverified ledger, verify pending blocks first.
 */
export class Chain extends ActiveChainView {
  /** bytes of block files that `start` must import; if not 0, the user should see its progress */
  readonly backlogBytes: number
  /** height of the last checkpoint; 0 without checkpoints or if they are disabled */
  readonly lastCheckpoint: number
  readonly #context: ChainContext
  readonly #importer: BlockImporter
  readonly #queue: ImportQueue
  readonly #indexed: FilePosition
  readonly #branch: StakeBranch
  readonly #coinStatistics: CoinStatisticsReader
  readonly #closing = new AbortController()

  constructor(context: ChainContext, parts: ChainParts) {
    super({ ...context, notarisations: parts.notarisations })
    this.#context = context
    this.#importer = parts.importer
    this.#queue = parts.queue
    this.#indexed = parts.indexed
    this.backlogBytes = parts.backlogBytes
    this.lastCheckpoint = context.checkpoints.lastHeight
    this.#branch = stakeBranch(context)
    this.#coinStatistics = new CoinStatisticsReader(context, parts.importer, parts.coinScanner)
  }

  /**
   * Imports blocks that are in the block files but not in the database. These are all blocks after -reindex, the end of
   * the last batch after a crash, and normally none. Must complete before the chain is used. Can be resumed at any
   * point.
   */
  async start(options: ImportOptions = {}): Promise<void> {
    const importing = { importer: this.#importer, queue: this.#queue }
    if (this.backlogBytes > 0)
      await this.#import(options, (each) => indexBlockFiles(this.#context, importing, this.#indexed, each))
    if (!options.signal?.aborted && !this.#closing.signal.aborted) this.#importer.activateBestChain()
  }

  /**
   * Imports files of other programs (`-loadblock`, importblocks): records of magic, length and block. Bytes between
   * records are skipped. Peers are asked for no blocks meanwhile.
   * @throws Error of the system if a file cannot be read
   */
  importFiles(paths: readonly string[], options: ImportOptions = {}): Promise<ImportResult> {
    return this.#import(options, (each) => importFiles(this.#context, this.#queue, paths, each))
  }

  /** Aborts all imports. The storage stays open. */
  close(): void {
    this.#closing.abort()
  }

  /** Processes one block and commits it before returning. `bytes` is its serialised form, if available. */
  processBlock(block: Block, bytes?: Uint8Array): BlockOutcome {
    return this.#importer.process({ block, bytes })
  }

  /**
   * Returns the number of leading headers with valid proof of work. This is the slow part of accepting headers and changes no
   * state.
   */
  provenHeaders(headers: readonly BlockHeader[]): number {
    return countProvenHeaders(this.#context, headers)
  }

  /** @param proven number of leading headers already known to have a valid proof of work */
  acceptHeaders(headers: readonly BlockHeader[], proven = 0): HeadersOutcome {
    this.#importer.verify()
    const unproven = findUnprovenHeaders(this.#context, headers.slice(proven))
    return this.#importer.run(() => acceptHeaders(this.#context, headers, unproven))
  }

  /** Returns a header proof. When extended with headers, it proves the work of a chain that has a different block 1. */
  beginHeaderProof(): HeaderProof {
    return new HeaderProof(this.#context)
  }

  /** `submitblock` (rpc.md §8). @throws DecodeError if the bytes do not begin with a block */
  submitBlock(bytes: Uint8Array): string | null {
    this.#importer.verify()
    return submitBlock(this.#context, this.#importer, bytes)
  }

  /**
   * Prepares a block before it is submitted: verifies its shielded transactions and hashes their tree on another
   * thread. Only for trusted callers, because the proof of work is not checked.
   * @throws DecodeError if the bytes do not begin with a block
   */
  async prepareBlock(bytes: Uint8Array): Promise<void> {
    const { block } = decodeFirstBlock(bytes)
    const parent = this.#context.tree.byHash(block.header.prevHash)
    const preparing = parent && prepareBlock(this.#context, block, parent, { all: true })
    // A failed preparation is ignored: connecting the block repeats the work.
    await preparing?.catch(() => undefined)
  }

  /** `getblocktemplate` in mode proposal (rpc.md §8). @throws DecodeError if the bytes do not begin with a block */
  checkProposal(bytes: Uint8Array): string | null {
    this.#importer.verify()
    return checkProposal(this.#context, bytes)
  }

  /**
   * Verifies and commits all connected blocks, notifies listeners, and returns the tip. Block templates need it because
   * they must agree with the mempool, and scans because they must not process a block twice.
   */
  committedTip(): BlockEntry {
    this.#importer.commit()
    return this.#context.tree.tip
  }

  /** Checks whether a block would connect at the tip, except for its proof of work. Changes nothing. */
  testBlockValidity(block: Block): Verdict {
    this.#importer.verify()
    return testBlockValidity(this.#context, block)
  }

  invalidateBlock(entry: BlockEntry): Verdict {
    this.#importer.verify()
    return invalidateBlock(this.#context, this.#importer, own(entry))
  }

  reconsiderBlock(entry: BlockEntry): Verdict {
    this.#importer.verify()
    return reconsiderBlock(this.#context, this.#importer, own(entry))
  }

  /** Connects blocks whose timestamps were too far in the future and no longer are. Call periodically. */
  retryFutureBlocks(): void {
    this.#importer.activateBestChain()
  }

  /** Network upgrades that apply to a block or transaction at tip + 1. */
  upgrades(): UpgradeState {
    return this.#context.tree.verifiedTip.upgrades
  }

  /** Network upgrades that apply to a child of `entry`. */
  upgradesAfter(entry: BlockEntry): UpgradeState {
    return own(entry).upgrades
  }

  /** Segid of the active chain's block at the entry's height: -1, or 0 to 63 (staking.md §1); -1 on chains without staking. */
  segid({ height }: BlockEntry): number {
    return this.#branch.segid(height)
  }

  /** Satoshis that the chain paid to its notaries up to and including a block; 0 without -ac_notarypay. */
  notaryPay({ height }: BlockEntry): bigint {
    return this.#context.storage.notaryPay.upTo(height)
  }

  /** Returns the target for the next block's proof of work on a chain with staking. @param bits its nBits */
  nextWorkTarget(bits: number): WorkTarget {
    const { params, tree } = this.#context
    return workTarget(params.staked, decodeCompact(bits).target, tree.verifiedTip.height + 1, this.#branch)
  }

  /** Returns the parameters that decide which coins can stake the next block. @param bits the block's nBits */
  nextStakePlace(bits: number): StakePlace {
    const { height, time } = this.#context.tree.verifiedTip
    const place = { height: height + 1, parentTime: time, target: decodeCompact(bits).target }
    return stakePlace(place, (at) => this.#branch.segid(at))
  }

  /**
   * Returns the compact target of a child of `entry`.
   * @param time the child's own time; without it the target is that which RPC reports as the difficulty
   */
  nextBits(entry: BlockEntry, time?: number): number {
    const { params } = this.#context
    return nextBits(params, entry.height + 1, branchWindow(own(entry), headerWindow(params)), time)
  }

  /** Earliest time that a child of `entry` may have, in seconds. */
  earliestTime(entry: BlockEntry): number {
    return earliestTime(this.#context.params, entry.height + 1, branchWindow(own(entry)))
  }

  /** See `CheckpointGuard`. */
  fetchableUpTo(claimed: number): number {
    return this.#context.checkpoints.fetchableUpTo(claimed)
  }

  /** Returns the serialised block, or undefined if only the header is known. */
  blockBytes(entry: BlockEntry): Uint8Array | undefined {
    const node = own(entry)
    return node.hasData ? storedBytes(this.#context.storage.files, node) : undefined
  }

  /**
   * Returns the ids of the block's transactions, in order, or undefined if only the header is known.
   * @throws StorageError `corrupt` if a block file is damaged
   */
  txids(entry: BlockEntry): readonly Uint8Array[] | undefined {
    const { storage, tree } = this.#context
    return own(entry).hasData ? blockTxids(storage, tree, own(entry)) : undefined
  }

  /**
   * Returns a range of the block's transactions, in order, or undefined if only the header is known.
   * @throws StorageError `corrupt` if a block file is damaged
   */
  transactionsOf(entry: BlockEntry, from: number, count: number): readonly Transaction[] | undefined {
    const { storage, tree } = this.#context
    return own(entry).hasData ? blockSlice(storage, tree, own(entry), { from, count }) : undefined
  }

  /** Returns the block's effect on the supply, or undefined if it was never connected. */
  supply(entry: BlockEntry): BlockSupply | undefined {
    return this.#context.storage.blocks.supply(entry.id)
  }

  /**
   * Returns the shielded pools after a block. For a block off the active chain: undefined, unless the chain has no
   * shielded parts.
   */
  shieldedPools(entry: BlockEntry): ShieldedState | undefined {
    return shieldedPoolsAfter(this.#context, entry, this.isActive(entry))
  }

  /** Returns the number of note commitments in the Sprout tree after a block, or 0 if it is unknown. */
  noteTreeSize(entry: BlockEntry): number {
    return noteTreeSize(this.#context, this.shieldedPools(entry))
  }

  /** Returns true if the verified chain has all anchors of the transaction and none of its nullifiers. */
  meetsShieldedRequirements(tx: Transaction): boolean {
    return meetsShieldedAt(this.#context, tx, () => this.#context.tree.verifiedTip.height)
  }

  /** Returns the root of the Sapling tree after a block on `committedTip` with these transactions. */
  saplingRootWith(txs: readonly Transaction[]): Uint8Array {
    return saplingRootWith(this.#context, txs)
  }

  /**
   * Returns statistics of the tip, cached until the tip changes. Commits connected blocks first.
   * @throws StorageError if reading fails
   */
  coinStatistics(): Promise<CoinStatistics> {
    return this.#coinStatistics.read()
  }

  tipStatus(entry: BlockEntry): TipStatus {
    return this.isActive(entry) ? 'active' : tipStatus(own(entry))
  }

  /** The rejected branch with the most work, or undefined if none has more work than the active chain. */
  refused(): RefusedBranch | undefined {
    return this.#context.rejected.best()
  }

  /** Returns the number of unspent outputs in the coin cache. */
  cachedCoins(): number {
    return this.#context.storage.ledger.cachedCoins
  }

  isInitialDownload(): boolean {
    return this.#context.download.isOngoing(this.#importer.batch === undefined)
  }

  /** Invalid PHGR13 proofs since the start. The network accepts them, so they are only counted. */
  falsePhgr13Proofs(): number {
    return this.#context.verifier.proofs.falsePhgr13
  }

  /**
   * Subscribes to after-commit notifications. The listener sees the new state and may call back. `wants` is called when
   * a block is connected, possibly long before the notification. It returns whether the listener will read the block's
   * transactions, which are then kept in memory. `wants` sees the chain in the middle of the change and must not modify
   * anything.
   */
  subscribe(listener: (update: ChainUpdate) => void, wants?: WantsBlock): () => void {
    return this.#context.notifications.subscribe(listener, wants)
  }

  /** Runs an import, which is aborted when the chain closes. */
  #import<T>(options: ImportOptions, work: (options: ImportOptions) => Promise<T>): Promise<T> {
    const closing = this.#closing.signal
    const signal = options.signal ? AbortSignal.any([options.signal, closing]) : closing
    return this.#context.download.importing(() => work({ ...options, signal }))
  }
}

/** Returns the status of a block that is not part of the active chain. */
function tipStatus(entry: TreeEntry): TipStatus {
  // A block that failed only contextual rules does not make the branch invalid to other nodes.
  if (entry.failure === FAILED.CONTEXT && !entry.failedAncestor) return 'valid-headers'
  if (!entry.eligible) return 'invalid'
  if (!entry.complete || entry.progress === BLOCK_STATUS.HEADER) return 'headers-only'
  return 'valid-fork'
}
