import type { StakePlace, UpgradeState, Verdict, Violation, WorkTarget } from '../consensus/index.ts'
import type { BlockEntry, ChainUpdate, ChainView, Coin, ConfirmedTx, ConnectedBlock } from '../core/index.ts'
import type { Block, BlockHeader, Transaction } from '../primitives/index.ts'
import type { BlockSupply, ShieldedState } from '../storage/index.ts'
import type { WantsBlock } from './importer/notify.ts'

/**
 * What became of a block that was handed in.
 * - `connected`: it is part of the active chain now (or was already, when its data had been known: `known`)
 * - `stored`: kept, but not part of the active chain: a side branch, ahead of its time, or waiting for an ancestor
 * - `orphan`: its parent is unknown; nothing is kept
 * - `dropped`: its time is too far ahead; nothing is kept, and its sender is not scored
 * - `refused`: header or structure is wrong; nothing is kept
 * - `unfit`: it breaks a rule of its place in the chain (reference: `inconclusive`); the header is kept, marked as bad
 * - `invalid`: it was found bad while being connected, and is marked
 * - `malformed`: its bytes are no block
 */
export type BlockOutcome =
  | { readonly kind: 'connected' | 'stored' | 'known'; readonly entry: BlockEntry }
  | { readonly kind: 'orphan' | 'dropped' | 'malformed' }
  | { readonly kind: 'refused'; readonly verdict: Violation }
  | { readonly kind: 'unfit' | 'invalid'; readonly entry: BlockEntry; readonly verdict: Violation }

export interface HeadersOutcome {
  /** headers that were new, in order */
  readonly accepted: readonly BlockEntry[]
  /** entry of the last header that is known now, new or not */
  readonly last: BlockEntry | undefined
  /** where it stopped: all before are accepted */
  readonly stopped?: {
    readonly index: number
    /** `orphan`: the parent is unknown. Otherwise the verdict says why and what it costs. */
    readonly reason: 'orphan' | Violation
  }
}

/** getchaintips (rpc.md §6). */
export type TipStatus = 'active' | 'invalid' | 'headers-only' | 'valid-headers' | 'valid-fork'

/** A branch with more work than the active chain that goes on with a block which was refused here. */
export interface RefusedBranch {
  /** the first block of it that was refused */
  readonly first: BlockEntry
  /** the best block that is known of it */
  readonly best: BlockEntry
  /** the user's invalidateblock */
  readonly byUser: boolean
  /** the rule, '' where other nodes have no text for it either; undefined: it was refused before the program started */
  readonly reason: string | undefined
  /** unix seconds */
  readonly at: number | undefined
}

/** gettxoutsetinfo (rpc.md §6). */
export interface CoinStatistics {
  readonly height: number
  /** internal order */
  readonly bestBlock: Uint8Array
  /** transactions with an unspent output */
  readonly transactions: number
  readonly outputs: number
  /** size in the reference's own coin database */
  readonly serializedBytes: number
  /** 32 bytes, internal order */
  readonly hash: Uint8Array
  readonly total: bigint
}

export interface ImportProgress {
  /** bytes of the file(s) read so far, and in all */
  readonly done: number
  readonly total: number
  readonly height: number
}

export interface ImportOptions {
  readonly signal?: AbortSignal
  /** called a few times a second */
  readonly onProgress?: (progress: ImportProgress) => void
  /** called once, with words for people, when our own block files are not as they were written */
  readonly onDamage?: (text: string) => void
}

export interface ImportResult {
  /** blocks that were new */
  readonly accepted: number
  readonly known: number
  /** refused, unfit or invalid */
  readonly refused: number
  /** their parent never came */
  readonly orphans: number
  /** ended by the signal */
  readonly aborted: boolean
}

/** What the indexes need, which follow the chain block by block while it is connected. */
export interface ChainForIndexes {
  /** a transaction of any connected block, verified or not */
  transaction(txid: Uint8Array): ConfirmedTx | undefined
  /** a connected block as observers saw it; undefined at genesis and above the tip */
  connectedBlock(height: number): ConnectedBlock | undefined
  /** Waits for scripts that are being verified: to be called before an index is read from outside. */
  verify(): void
  /** Makes everything that is connected durable. */
  commit(): void
  /**
   * Runs a write of what an index holds in memory, because it is to be read: a failing write takes back what is not
   * durable yet, and stops the chain as a failing commit does.
   */
  guardWrite(write: () => void): void
}

/**
 * Read and write access to the chain as of its verified tip. Everything that is not a Promise is synchronous and leaves one
 * consistent tip.
 */
/** What takes time when blocks are connected; scripts of a batch are verified on other threads beside the rest. */
export type ConnectStep = 'check' | 'scripts' | 'index' | 'tip' | 'commit' | 'notify'

/** Does a part of a step. Somebody may measure it. */
export type TimeStep = <T>(step: ConnectStep, work: () => T) => T

export interface Chain extends ChainView {
  /**
   * Imports blocks that are in the block files but not in the database: all of them after -reindex, the end of the last batch
   * after a crash, normally none. Must complete before the chain is used; can be resumed at any point.
   */
  start(options?: ImportOptions): Promise<void>
  /** whether `start` has work to do that a user should see progress of */
  readonly backlogBytes: number

  /** A single block, durable when this returns. `bytes` are its serialised form, if at hand. */
  processBlock(block: Block, bytes?: Uint8Array): BlockOutcome
  /**
   * Returns the number of leading headers with valid proof of work. This is the slow part of accepting headers and changes no
   * state.
   */
  provenHeaders(headers: readonly BlockHeader[]): number
  /** @param proven so many of the first were found to be proven; default none */
  acceptHeaders(headers: readonly BlockHeader[], proven?: number): HeadersOutcome
  /** `submitblock` (rpc.md §8). @throws DecodeError if the bytes do not begin with a block */
  submitBlock(bytes: Uint8Array): string | null
  /**
   * Has another thread do what it can of a block that will be submitted: verify shielded transactions, hash their tree. For
   * callers that are trusted: the proof of work is not looked at.
   * @throws DecodeError
   */
  prepareBlock(bytes: Uint8Array): Promise<void>
  /** `getblocktemplate` in mode proposal (rpc.md §8). @throws DecodeError if the bytes do not begin with a block */
  checkProposal(bytes: Uint8Array): string | null
  /**
   * The tip after everything that is connected was verified and made durable, and listeners were notified of it: for a block
   * template, which must agree with the mempool, and for scans that must not meet a block twice.
   */
  committedTip(): BlockEntry
  /** Whether a block would connect at the tip, proof of work aside. Changes nothing. */
  testBlockValidity(block: Block): Verdict
  invalidateBlock(entry: BlockEntry): Verdict
  reconsiderBlock(entry: BlockEntry): Verdict
  /** Connects blocks whose timestamps were too far in the future and no longer are. Call periodically. */
  retryFutureBlocks(): void
  /** `-loadblock`: records of magic, length and block; anything between them is skipped. */
  importFile(path: string, options?: ImportOptions): Promise<ImportResult>

  /** what a block or transaction at tip + 1 is judged by */
  upgrades(): UpgradeState
  /** what a child of `entry` is judged by */
  upgradesAfter(entry: BlockEntry): UpgradeState
  /** Segid of the active chain's block at the entry's height: -1, or 0 to 63 (staking.md §1); -1 on chains without staking. */
  segid(entry: BlockEntry): number
  /** Satoshis that the chain paid to its notaries up to a block of it; 0 without -ac_notarypay. */
  notaryPay(entry: BlockEntry): bigint
  /** What the proof of work of the next block has to meet on a chain with staking. @param bits its nBits */
  nextWorkTarget(bits: number): WorkTarget
  /** Where a stake of the next block stands. @param bits the block's nBits */
  nextStakePlace(bits: number): StakePlace
  /** Compact target of a child of `entry`. @param time the child's own; absent: what RPC calls the difficulty, without a block */
  nextBits(entry: BlockEntry, time?: number): number
  /** the earliest time that a child of `entry` may have */
  earliestTime(entry: BlockEntry): number

  /** see CheckpointGuard */
  fetchableUpTo(claimed: number): number
  /** height of the last block that is known beforehand; 0: there is none, or they do not count */
  readonly lastCheckpoint: number

  /** serialised block; undefined while only the header is known */
  blockBytes(entry: BlockEntry): Uint8Array | undefined
  /** Ids of its transactions, in order; undefined if only the header is known. @throws StorageError `corrupt` */
  txids(entry: BlockEntry): readonly Uint8Array[] | undefined
  /** Some of its transactions, in order; undefined if only the header is known. @throws StorageError `corrupt` */
  transactionsOf(entry: BlockEntry, from: number, count: number): readonly Transaction[] | undefined
  /** effect on the supply; undefined if the block never connected */
  supply(entry: BlockEntry): BlockSupply | undefined
  /** The shielded pools after a block; undefined off the active chain, unless no block there has shielded parts. */
  shieldedPools(entry: BlockEntry): ShieldedState | undefined
  /** Note commitments in the Sprout tree after a block; 0 where that is not known. */
  noteTreeSize(entry: BlockEntry): number
  /** Whether the tip's chain has the anchors of a transaction and none of its nullifiers. */
  meetsShieldedRequirements(tx: Transaction): boolean
  /** Root of the tree of shielded outputs after a block on `committedTip` with these transactions. */
  saplingRootWith(txs: readonly Transaction[]): Uint8Array
  /** Of the tip; what is connected becomes durable first. Asked again at the same tip it is at hand. @throws StorageError */
  coinStatistics(): Promise<CoinStatistics>
  tipStatus(entry: BlockEntry): TipStatus
  /** The rejected branch with the most work, or undefined if none has more work than the active chain. */
  refused(): RefusedBranch | undefined
  isInitialDownload(): boolean
  /** Invalid PHGR13 proofs since the start. The network accepts them, so they are only counted. */
  falsePhgr13Proofs(): number

  /**
   * After-commit notifications. The listener sees the new state and may call back. `wants` is asked when a block is connected,
   * which may be long before: whether the listener will read its transactions, which are then kept at hand. It sees the chain as
   * it is in the middle of that, and must not change anything.
   */
  subscribe(listener: (update: ChainUpdate) => void, wants?: WantsBlock): () => void
  /** Ends every import; the storage stays open. */
  close(): void
}

export type { BlockSupply, Coin }
