/** Connected and disconnected blocks as observers get them, in their transaction, and as listeners do, after the commit. Sent by chain. Types only. */
import type { Block, Transaction } from '../primitives/types.ts'
import type { BlockEntry, SpentCoin } from './chainView.ts'

/** One transaction as it is being connected or disconnected. */
export interface ConnectedTx {
  readonly tx: Transaction
  readonly txid: Uint8Array
  /** grows in chain order: compare two tx numbers to compare (height, position) */
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
 * Keeps an index inside the transaction that connects a block: both calls run synchronously in that transaction, after
 * all checks passed; throwing rolls the block back. `disconnect` undoes exactly what `connect` did.
 * During bulk import several blocks share one transaction: an observer may buffer writes until `flush`, but its own
 * reads must see the buffer, and `discard` must forget it.
 */
export interface BlockObserver {
  readonly name: string
  connect(event: ConnectedBlock): void
  disconnect(event: ConnectedBlock): void
  /** write everything buffered; called before each commit */
  flush?(): void
  /**
   * Writes some of what is buffered, and more as long as `goOn` says so; true: nothing is buffered any more. With `dense`
   * only what fills whole pages has to be written: the rest is better written once, before the commit.
   */
  write?(goOn: () => boolean, dense?: boolean): boolean
  /** the transaction was rolled back: forget buffers and caches */
  discard?(): void
}

/** A block that became part of the chain, as listeners hear of it. */
export interface NewBlock {
  readonly entry: BlockEntry
  /** At hand where a listener had asked for them, otherwise read from disk at the first look. */
  readonly txs: readonly Pick<ConnectedTx, 'tx' | 'txid'>[]
}

/** After-commit notifications for mempool, wallet and events, in order: disconnected tip-first, then connected. */
export interface ChainUpdate {
  readonly disconnected: readonly ConnectedBlock[]
  readonly connected: readonly NewBlock[]
  readonly tip: BlockEntry
}
