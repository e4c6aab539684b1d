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
  /** unix seconds: the best guess of when it happened; never before an earlier arrival */
  readonly smartTime: number
  readonly comment: string
  readonly commentTo: string
  /** the change output of a transaction that this wallet built; −1: none; null: built elsewhere, or before this was stored */
  readonly changeAt: number | null
  readonly coinbase: boolean
  /** the block it is in, if that block is on the active chain */
  readonly block: BlockEntry | null
}

/** What is stored about a transaction beside its bytes. */
export interface Notes {
  readonly comment: string
  readonly commentTo: string
  /** as in WalletTx; undefined: keep what is known */
  readonly changeAt?: number | undefined
}

export interface WalletCoin extends TxOut {
  readonly outpoint: OutPoint
  readonly source: WalletTx
  /** 0: unconfirmed */
  readonly depth: number
}

/** Satoshis. `trusted`: spendable now; `pending`: unconfirmed, from others; `immature`: mined, not spendable yet. */
export interface Balance {
  readonly trusted: bigint
  readonly pending: bigint
  readonly immature: bigint
}

/** An unspent output of the wallet, cheaper to make than a WalletCoin. */
export interface Holding {
  readonly source: WalletTx
  readonly index: number
  readonly output: TxOut
  /** 0: unconfirmed */
  readonly depth: number
  /** mined, not spendable yet */
  readonly immature: boolean
}
