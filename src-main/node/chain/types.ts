import type { UpgradeState, Verdict, Violation } from '../consensus/index.ts'
import type { BlockEntry, ChainUpdate, ChainView, Coin } from '../interfaces.ts'
import type { Block, BlockHeader } from '../primitives/index.ts'
import type { BlockSupply } from '../storage/index.ts'
import type { WantsBlock } from './notifications.ts'

/**
 * What became of a block that was handed in.
 * - `connected`: it is part of the active chain now (or was already, when its data had been known: `known`)
 * - `stored`: kept, but not part of the active chain: a side branch, ahead of its time, or waiting for an ancestor
 * - `orphan`: its parent is unknown; nothing is kept
 * - `dropped`: its time is too far ahead; nothing is kept, nobody is blamed
 * - `refused`: header or structure is wrong; nothing is kept
 * - `unfit`: it breaks a rule of its place in the chain (reference: `inconclusive`); the header is kept, marked as bad
 * - `invalid`: it was found bad while being connected, and is marked
 */
export type BlockOutcome =
  | { readonly kind: 'connected' | 'stored' | 'known'; readonly entry: BlockEntry }
  | { readonly kind: 'orphan' | 'dropped' }
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

/** A branch that may be valid and cannot be followed. */
export interface BlockedChain {
  /** its first block that cannot be judged */
  readonly entry: BlockEntry
  /** more work is known of it than of the active chain */
  readonly ahead: boolean
  /** what that means, for people */
  readonly detail: string
}

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
  /** called after each group of blocks, a few times a second */
  readonly onProgress?: (progress: ImportProgress) => void
  /** told once, in words for people, when our own block files are not as they were written */
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

/** A block of a batch with its serialised form, which is empty for one that is stored already. */
export interface BatchBlock<T> {
  readonly block: Block
  readonly bytes?: Uint8Array | undefined
  /** by which whoever brought it knows it again */
  readonly tag: T
}

/**
 * Blocks on a long way to catch up, connected in turns of a given length that share a transaction. They become part of the
 * chain at once, their scripts are looked at by other threads meanwhile, and what becomes of a block is told when those are
 * done. All is durable, and known to listeners, with `Chain.commit`, or when something else changes the chain.
 */
export interface BlockBatch<T> {
  /**
   * Takes blocks one at a time, parents first, until the time is over; returns how many. What is stored and better than the
   * active chain is made active in the time that is left, also where there was no block to take.
   */
  connect(blocks: Iterable<BatchBlock<T>>, millis: number): number
  /**
   * Looks at scripts here too, for so long or until others have no more than `left` inputs to look at. Returns whether there
   * were any that nobody else had in hand.
   */
  verify(millis: number, left?: number): boolean
  /** Writes a part of what is held in memory; true: nothing is held any more. */
  write(millis: number): boolean
  /** inputs whose scripts nobody has looked at yet */
  readonly unverified: number
  /** whether there are blocks that are not durable yet */
  readonly isOpen: boolean
  /** bytes of these */
  readonly bytes: number
  /** time since the first of them */
  readonly millis: number
}

/** Read and write access to the chain. Everything that is not a Promise is synchronous and leaves one consistent tip. */
export interface Chain extends ChainView {
  /**
   * Reads in what the block files hold beyond the database: everything after -reindex, the end of the last bulk write
   * after a crash, usually nothing. To be awaited before the chain is used. Resumable at any point.
   */
  start(options?: ImportOptions): Promise<void>
  /** whether `start` has work to do that a user should see progress of */
  readonly backlogBytes: number

  /** A block from a peer or the miner. `bytes` are its serialised form, if at hand. */
  processBlock(block: Block, bytes?: Uint8Array): BlockOutcome
  /**
   * Several blocks of a peer at once, parents first: quicker than one by one. With `budgetMillis` it stops after the block
   * during which that time ran out: the answers are those of the first blocks, and what else could be connected waits for
   * the next call. Blocks are taken one at a time, each when those before it have been dealt with as far as the group goes.
   */
  processBlocks(
    blocks: Iterable<{ readonly block: Block; readonly bytes?: Uint8Array | undefined }>,
    options?: { readonly budgetMillis?: number },
  ): BlockOutcome[]
  /** For a long way to catch up. One at a time. @param done what became of a block; in order, once each */
  openBatch<T>(done: (tag: T, outcome: BlockOutcome) => void): BlockBatch<T>
  /**
   * Waits for the scripts of the blocks of a batch. To be called before the chain is shown to anybody outside, or
   * anything is judged by it; costs nothing when no batch is under way.
   */
  verifyTip(): void
  /**
   * Ends what a batch began: its blocks are durable, and listeners hear of them. With `blocks` they hear of so many at
   * most, and it returns false until they have heard of all of them.
   */
  commit(blocks?: number): boolean
  /** Does for so long what `commit` would have to do; true: little of it is left. */
  prepareCommit(millis: number): boolean
  /**
   * How many of these headers, counted from the first, have a proof of work that holds. It is what takes time of accepting
   * them, and changes nothing.
   */
  provenHeaders(headers: readonly BlockHeader[]): number
  /** @param proven so many of the first were found to be proven; default none */
  acceptHeaders(headers: readonly BlockHeader[], proven?: number): HeadersOutcome
  /** `submitblock` (rpc.md §8). @throws DecodeError if the bytes do not begin with a block */
  submitBlock(bytes: Uint8Array): string | null
  /** `getblocktemplate` in mode proposal (rpc.md §8). @throws DecodeError if the bytes do not begin with a block */
  checkProposal(bytes: Uint8Array): string | null
  /** Whether a block would connect at the tip, proof of work aside. Changes nothing. */
  testBlockValidity(block: Block): Verdict
  invalidateBlock(entry: BlockEntry): Verdict
  reconsiderBlock(entry: BlockEntry): Verdict
  /** Connects blocks that were ahead of their time, if it has come. Call it now and then. */
  retryFutureBlocks(): void
  /** `-loadblock`: records of magic, length and block; anything between them is skipped. */
  importFile(path: string, options?: ImportOptions): Promise<ImportResult>

  /** what a block or transaction at tip + 1 is judged by */
  upgrades(): UpgradeState
  /** what a child of `entry` is judged by */
  upgradesAfter(entry: BlockEntry): UpgradeState
  /** compact target of a child of `entry` */
  nextBits(entry: BlockEntry): number

  /** serialised block; undefined while only the header is known */
  blockBytes(entry: BlockEntry): Uint8Array | undefined
  /** Ids of its transactions, in order; undefined if only the header is known. @throws StorageError `corrupt` */
  txids(entry: BlockEntry): readonly Uint8Array[] | undefined
  /** effect on the supply; undefined if the block never connected */
  supply(entry: BlockEntry): BlockSupply | undefined
  /** Of the tip; what is connected becomes durable first. Asked again at the same tip it is at hand. @throws StorageError */
  coinStatistics(): Promise<CoinStatistics>
  tipStatus(entry: BlockEntry): TipStatus
  /** The best branch that goes on with a block which this program cannot judge; undefined: there is none. */
  blocked(): BlockedChain | undefined
  /** The refused branch with the most work, if that is more than ours; undefined: there is none. */
  refused(): RefusedBranch | undefined
  /** unspent output with what only getvout-style queries need; like `coin`, but sees nothing unconfirmed either */
  isInitialDownload(): boolean

  /**
   * For indexes that write what they hold back because somebody wants to read it, outside of the chain's own turns: a
   * failing write takes back what is not durable yet, and stops the chain as a failing commit does.
   */
  guardWrite(write: () => void): void

  /**
   * After-commit notifications. The listener sees the new state and may call back. `wants` is asked when a block is connected,
   * which may be long before: whether its transactions will be looked at, and are to be kept at hand. It sees the chain as
   * it is in the middle of that, and must not change anything.
   */
  subscribe(listener: (update: ChainUpdate) => void, wants?: WantsBlock): () => void
  /** Ends every import; the storage stays open. */
  close(): void
}

export type { BlockSupply, Coin }
