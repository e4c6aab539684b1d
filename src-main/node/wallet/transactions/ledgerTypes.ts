import type { BlockEntry } from '../../core/index.ts'
import type { OutPoint, Transaction, TxOut } from '../../primitives/types.ts'

/** A transaction that pays the wallet or spends its coins. */
export interface WalletTx {
  readonly tx: Transaction
  readonly txid: Uint8Array
  readonly txidHex: string
  /** order of arrival */
  readonly position: number
  readonly received: number
  /** unix seconds: best estimate of the transaction's time; never before an earlier arrival */
  readonly smartTime: number
  readonly comment: string
  readonly commentTo: string
  /**
   * change output of a transaction built by this wallet; −1 without change; null if built elsewhere or before this was
   * stored
   */
  readonly changeAt: number | null
  readonly coinbase: boolean
  /** its block, if on the active chain */
  readonly block: BlockEntry | null
}

/** Stored data of a transaction in addition to its bytes. */
export interface Notes {
  readonly comment: string
  readonly commentTo: string
  /** as in WalletTx; undefined keeps the stored value */
  readonly changeAt?: number | undefined
}

export interface WalletCoin extends TxOut {
  readonly outpoint: OutPoint
  readonly source: WalletTx
  /** 0 for unconfirmed */
  readonly depth: number
}

/**
 * Balance in satoshis. `trusted`: spendable now; `pending`: unconfirmed, from others; `immature`: mined, not spendable
 * yet.
 */
export interface Balance {
  readonly trusted: bigint
  readonly pending: bigint
  readonly immature: bigint
}

/** Unspent output of the wallet, cheaper to create than a WalletCoin. */
export interface Holding {
  readonly source: WalletTx
  readonly index: number
  readonly output: TxOut
  /** 0 for unconfirmed */
  readonly depth: number
  /** true for a mined output that is not spendable yet */
  readonly immature: boolean
}
