import type { Violation } from '../consensus/index.ts'
import type { BlockEntry, ConfirmedTx, ConnectedBlock } from '../core/index.ts'

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

/** What takes time when blocks are connected; scripts of a batch are verified on other threads beside the rest. */
export type ConnectStep = 'check' | 'scripts' | 'index' | 'tip' | 'commit' | 'notify'

/** Does a part of a step. Somebody may measure it. */
export type TimeStep = <T>(step: ConnectStep, work: () => T) => T
