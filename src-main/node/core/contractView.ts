/** A transaction and the chain as rules of contracts see them, and their verdict. Implemented by chain and mempool. Types only. */
import type { Transaction } from '../primitives/types.ts'
import type { AddressUnspent, IndexedAddress } from './addressIndexView.ts'
import type { BlockEntry } from './chainView.ts'

/** A transaction as modules see it. `height` and `blockTime` undefined: it is in the mempool, or in the block that is being connected. */
export interface CcTransaction {
  readonly tx: Transaction
  readonly txid: Uint8Array
  readonly height: number | undefined
  /** of its block, unix seconds */
  readonly blockTime: number | undefined
}

/** Chain state that a contract's rules may read; "unconfirmed reads" see the mempool (or the block being connected) first. */
export interface CcView {
  /** chain tip before the block or mempool transaction that is being judged */
  tip(): BlockEntry
  transaction(txid: Uint8Array): CcTransaction | undefined
  /** confirmed history, receipts and spends */
  addressHistory(address: IndexedAddress): Iterable<{ readonly height: number; readonly blockTime: number }>
  /** confirmed outputs that are not spent in the chain, ordered by txid (internal bytes), then index */
  unspent(address: IndexedAddress): Iterable<Pick<AddressUnspent, 'txid' | 'index' | 'height'>>
  /** height of the last block that is known to be notarised, 0 if none is (channels.md §3) */
  notarisedHeight(): number
  /** a block is being judged, with a miner's work behind it: what a stranger may not ask of a node for nothing is then done */
  readonly connecting?: boolean
}

export type CcVerdict = { readonly ok: true } | { readonly ok: false; readonly reason: string }

/** Judges every eval node of one input's fulfilment. `evalCode` is the node's whole code, `height` the block's height. */
export interface CcEvaluator {
  evaluate(evalCode: Uint8Array, tx: Transaction, inputIndex: number, height: number, view: CcView): CcVerdict
}
