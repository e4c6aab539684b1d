import type { BlockEntry, ChainView } from '../../core/index.ts'
import { isCoinbase, serializeTransaction } from '../../primitives/index.ts'
import type { Transaction } from '../../primitives/types.ts'
import { toDisplayHex } from '../../util/index.ts'
import type { TxRow } from '../file/index.ts'
import type { WalletTx } from './ledgerTypes.ts'

/** Wallet transaction in the ledger's memory. */
export interface LedgerEntry extends Omit<WalletTx, 'block' | 'comment' | 'commentTo' | 'changeAt'> {
  comment: string
  commentTo: string
  changeAt: number | null
  blockHash: Uint8Array | null
  /** cached block of the stored hash, set on first use, because counting coins reads it very often */
  cachedBlock: BlockEntry | undefined
  readonly block: BlockEntry | null
}

/** @param tx the transaction that the row's bytes encode */
export function toLedgerEntry(row: TxRow, tx: Transaction, chain: Pick<ChainView, 'byHash' | 'isActive'>): LedgerEntry {
  return {
    tx,
    txid: row.txid,
    txidHex: toDisplayHex(row.txid),
    position: row.position,
    received: row.received,
    smartTime: row.smartTime,
    comment: row.comment,
    commentTo: row.commentTo,
    changeAt: row.changeAt,
    coinbase: isCoinbase(tx),
    blockHash: row.blockHash,
    cachedBlock: undefined,
    get block() {
      if (!this.blockHash) return null
      this.cachedBlock ??= chain.byHash(this.blockHash)
      return this.cachedBlock && chain.isActive(this.cachedBlock) ? this.cachedBlock : null
    },
  }
}

export const toTxRow = (entry: LedgerEntry): TxRow => ({
  txid: entry.txid,
  raw: serializeTransaction(entry.tx),
  position: entry.position,
  received: entry.received,
  smartTime: entry.smartTime,
  blockHash: entry.blockHash,
  comment: entry.comment,
  commentTo: entry.commentTo,
  changeAt: entry.changeAt,
})
