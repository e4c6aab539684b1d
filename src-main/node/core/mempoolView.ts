/** Interface of the mempool for sibling modules. Implemented by mempool. Types only. */
import type { OutPoint, Transaction } from '../primitives/types.ts'
import type { Coin } from './chainView.ts'

export interface MempoolEntry {
  readonly tx: Transaction
  readonly txid: Uint8Array
  /** display hex */
  readonly txidHex: string
  readonly size: number
  readonly fee: bigint
  /** unix seconds of acceptance (mockable clock) */
  readonly time: number
  /** chain height at acceptance */
  readonly height: number
  /** coins the inputs spend, in input order (from chain or mempool; mempool coins have height 0x7fffffff) */
  readonly spent: readonly Coin[]
  /** grows with each acceptance: order of relay and display */
  readonly sequence: number
}

export interface MempoolView {
  size(): number
  get(txid: Uint8Array): MempoolEntry | undefined
  /** in order of acceptance */
  entries(): Iterable<MempoolEntry>
  /** the entry that spends this outpoint */
  spender(outpoint: OutPoint): { readonly entry: MempoolEntry; readonly inputIndex: number } | undefined
  /** output of a mempool transaction (even if spent within the mempool) */
  coin(outpoint: OutPoint): Coin | undefined
}

/** Result of accepting a transaction to the mempool. Texts and codes: transactions-and-script.md §3.4, rpc.md §7. */
export type AdmissionResult =
  | { readonly ok: true; readonly entry: MempoolEntry }
  | { readonly ok: false; readonly kind: 'missing-inputs' }
  /** violates a consensus or policy rule: `<code>: <reason>` */
  | {
      readonly ok: false
      readonly kind: 'rejected'
      readonly code: number
      readonly reason: string
      readonly score: number
    }
  /** rejected without a reject state (absurd fee, non-standard inputs): code −25 with this text */
  | { readonly ok: false; readonly kind: 'refused'; readonly reason: string }

export interface MempoolWriter {
  /**
   * Validates the transaction against chain tip and mempool and accepts it to the mempool. Never throws for an invalid
   * transaction.
   */
  accept(tx: Transaction, options: { readonly rejectAbsurdFee: boolean }): AdmissionResult
}
