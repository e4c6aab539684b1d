/**
 * Events of connected and disconnected blocks: observers get them within the database transaction, listeners after the
 * commit. Sent by chain. Types only.
 */
import type { Block, Transaction } from '../primitives/types.ts'
import type { BlockEntry, SpentCoin } from './chainView.ts'

/** Transaction while it is being connected or disconnected. */
export interface ConnectedTx {
  readonly tx: Transaction
  readonly txid: Uint8Array
  /** grows in chain order: comparing two numbers compares (height, position) */
  readonly txNum: number
  /** coins its inputs spend, in input order; empty for the coinbase */
  readonly spent: readonly SpentCoin[]
}

export interface ConnectedBlock {
  readonly entry: BlockEntry
  readonly block: Block
  readonly txs: readonly ConnectedTx[]
}

/**
 * Keeps an index within the database transaction that connects a block. Both calls run synchronously in it, after all
 * checks passed; throwing rolls the block back. `disconnect` undoes exactly the effect of `connect`. During bulk import
 * several blocks share one database transaction. An observer may buffer writes until `flush`, but its own reads must
 * see the buffer, and `discard` must drop it.
 */
export interface BlockObserver {
  readonly name: string
  connect(event: ConnectedBlock): void
  disconnect(event: ConnectedBlock): void
  /** writes all buffered rows; called before each commit */
  flush?(): void
  /**
   * Writes some of the buffered rows, and more while `goOn` returns true. Returns true if the buffer is empty. With
   * `dense` only full pages have to be written: the rest is better written once, before the commit.
   */
  write?(goOn: () => boolean, dense?: boolean): boolean
  /** drops buffers and caches after the database transaction was rolled back */
  discard?(): void
}

/** Notification of a block that became part of the chain. */
export interface NewBlock {
  readonly entry: BlockEntry
  /** In memory if a listener had requested them, otherwise read from disk on first access. */
  readonly txs: readonly Pick<ConnectedTx, 'tx' | 'txid'>[]
}

/** After-commit notifications for mempool, wallet and events, in order: disconnected tip-first, then connected. */
export interface ChainUpdate {
  readonly disconnected: readonly ConnectedBlock[]
  readonly connected: readonly NewBlock[]
  readonly tip: BlockEntry
}
