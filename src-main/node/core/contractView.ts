/**
 * Transaction and chain state as contract rules see them, and the verdict. Implemented by chain and mempool. Types
 * only.
 */
import type { Transaction } from '../primitives/types.ts'
import type { AddressUnspent, IndexedAddress } from './addressIndexView.ts'
import type { BlockEntry } from './chainView.ts'

/**
 * Transaction as modules see it. `height` and `blockTime` are undefined if it is in the mempool or in the block being
 * connected.
 */
export interface CcTransaction {
  readonly tx: Transaction
  readonly txid: Uint8Array
  readonly height: number | undefined
  /** time of its block, unix seconds */
  readonly blockTime: number | undefined
}

/**
 * Chain state that contract rules may read. "Unconfirmed reads" query the mempool (or the block being connected) first.
 */
export interface CcView {
  /** chain tip before the block or mempool transaction being validated */
  tip(): BlockEntry
  transaction(txid: Uint8Array): CcTransaction | undefined
  /** confirmed history, receipts and spends */
  addressHistory(address: IndexedAddress): Iterable<{ readonly height: number; readonly blockTime: number }>
  /** confirmed outputs that are unspent in the chain, ordered by txid (internal bytes), then index */
  unspent(address: IndexedAddress): Iterable<Pick<AddressUnspent, 'txid' | 'index' | 'height'>>
  /** height of the last block known to be notarised, 0 without notarisation (channels.md §3) */
  notarisedHeight(): number
  /**
   * True while validating a block, which has a miner's work behind it. Expensive checks that a peer must not trigger
   * for free then run.
   */
  readonly connecting?: boolean
}

export type CcVerdict = { readonly ok: true } | { readonly ok: false; readonly reason: string }

/**
 * Validates every eval node of one input's fulfilment. `evalCode` is the node's complete code, `height` the block's
 * height.
 */
export interface CcEvaluator {
  evaluate(evalCode: Uint8Array, tx: Transaction, inputIndex: number, height: number, view: CcView): CcVerdict
}
