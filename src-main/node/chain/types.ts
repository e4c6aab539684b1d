import type { Violation } from '../consensus/index.ts'
import type { BlockEntry, ConfirmedTx, ConnectedBlock } from '../core/index.ts'

/**
 * Outcome of a submitted block.
 * - `connected`: the block is now part of the active chain
 * - `known`: the block's data was already stored
 * - `stored`: kept, but not active: a side branch, a block from the future, or a block waiting for an ancestor
 * - `orphan`: the parent is unknown; nothing is kept
 * - `dropped`: the time is too far in the future; nothing is kept, and the sender is not scored
 * - `refused`: header or structure is invalid; nothing is kept
 * - `unfit`: breaks a contextual rule (komodod: `inconclusive`); the header is kept and marked as failed
 * - `invalid`: failed while being connected, and is marked as failed
 * - `malformed`: the bytes are not a block
 */
export type BlockOutcome =
  | { readonly kind: 'connected' | 'stored' | 'known'; readonly entry: BlockEntry }
  | { readonly kind: 'orphan' | 'dropped' | 'malformed' }
  | { readonly kind: 'refused'; readonly verdict: Violation }
  | { readonly kind: 'unfit' | 'invalid'; readonly entry: BlockEntry; readonly verdict: Violation }

export interface HeadersOutcome {
  /** newly accepted headers, in order */
  readonly accepted: readonly BlockEntry[]
  /** entry of the last known header of the message, new or not */
  readonly last: BlockEntry | undefined
  /** the header at which it stopped; all earlier ones are accepted */
  readonly stopped?: {
    readonly index: number
    /** `orphan` if the parent is unknown; otherwise the violation with its reason and score */
    readonly reason: 'orphan' | Violation
  }
}

/** getchaintips (rpc.md §6). */
export type TipStatus = 'active' | 'invalid' | 'headers-only' | 'valid-headers' | 'valid-fork'

/** A branch with more work than the active chain that contains a block rejected by this node. */
export interface RefusedBranch {
  /** the first rejected block of the branch */
  readonly first: BlockEntry
  /** the best known block of the branch */
  readonly best: BlockEntry
  /** true if the user invalidated the block */
  readonly byUser: boolean
  /**
   * The violated rule, '' if komodod has no text for the rule either; undefined if the rejection predates the program
   * start.
   */
  readonly reason: string | undefined
  /** unix seconds */
  readonly at: number | undefined
}

/** gettxoutsetinfo (rpc.md §6). */
export interface CoinStatistics {
  readonly height: number
  /** in internal byte order */
  readonly bestBlock: Uint8Array
  /** number of transactions with an unspent output */
  readonly transactions: number
  readonly outputs: number
  /** size in komodod's coin database, in bytes */
  readonly serializedBytes: number
  /** 32 bytes, internal byte order */
  readonly hash: Uint8Array
  readonly total: bigint
}

export interface ImportProgress {
  /** bytes read so far, and total bytes of the file or files below */
  readonly done: number
  readonly total: number
  readonly height: number
  /** number of new blocks, of blocks stored before, and of refused records so far */
  readonly accepted: number
  readonly known: number
  readonly refused: number
}

export interface ImportOptions {
  readonly signal?: AbortSignal
  /** called a few times per second */
  readonly onProgress?: (progress: ImportProgress) => void
  /** called once, with a text for the user, if the node's own block files are damaged */
  readonly onDamage?: (text: string) => void
}

export interface ImportResult {
  /** number of new blocks */
  readonly accepted: number
  readonly known: number
  /** number of refused, unfit or invalid blocks */
  readonly refused: number
  /** number of blocks whose parent is missing */
  readonly orphans: number
  /** true if the signal aborted the import */
  readonly aborted: boolean
}

/** Access for indexes, which are updated with each connected block. */
export interface ChainForIndexes {
  /** Returns a transaction of any connected block, verified or not. */
  transaction(txid: Uint8Array): ConfirmedTx | undefined
  /** Returns a connected block as observers saw it, or undefined for genesis and above the tip. */
  connectedBlock(height: number): ConnectedBlock | undefined
  /** Waits for scripts under verification. Call before an index is read from outside. */
  verify(): void
  /** Commits all connected blocks. */
  commit(): void
  /**
   * Writes rows that an index buffers in memory, because they are about to be read. A failing write rolls back
   * uncommitted changes and stops the chain, like a failing commit.
   */
  guardWrite(write: () => void): void
}

/**
 * Timed steps of connecting blocks. Scripts of a batch are verified on other threads in parallel with the other steps.
 */
export type ConnectStep = 'check' | 'scripts' | 'index' | 'tip' | 'commit' | 'notify'

/** Runs a part of a step, and may measure its time. */
export type TimeStep = <T>(step: ConnectStep, work: () => T) => T
