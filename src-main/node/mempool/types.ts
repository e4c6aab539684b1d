import type { UpgradeState } from '../consensus/index.ts'
import type { AdmissionResult, ChainView, IndexedAddress, MempoolEntry } from '../core/index.ts'
import type { OutPoint, Transaction } from '../primitives/types.ts'

export interface MempoolChain extends ChainView {
  /** upgrades that apply to a transaction in the next block */
  upgrades(): UpgradeState
  /** returns true if the chain has the anchors of a transaction's shielded parts and none of its nullifiers */
  meetsShieldedRequirements(tx: Transaction): boolean
}

export interface MempoolPolicy {
  /** Reject non-standard transactions: on in main mode, off in regtest (`-acceptnonstdtxn` turns it off). */
  readonly requireStandard: boolean
  /**
   * Maximum of `stats().usage` in bytes (`-maxmempool`, in units of 10^6). Beyond it the packages with the lowest fee
   * rate are evicted.
   */
  readonly maxUsage: number
  /** Time after which a transaction expires from the pool, in seconds (`-mempoolexpiry`, in hours). */
  readonly expirySeconds: number
  /**
   * Minimum relay fee rate in satoshis per 1,000 bytes (`-minrelaytxfee`). Below it a transaction counts as free; the
   * dust limit derives from it.
   */
  readonly minRelayFeeRate: bigint
  /** Maximum length of a standard data output's scriptPubKey (`-datacarriersize`); 0 for `-datacarrier=0`. */
  readonly dataCarrierBytes: number
  readonly permitBareMultisig: boolean
  /** Limit of free transactions, in thousands of bytes per minute (`-limitfreerelay`). */
  readonly freeRelayKilobytesPerMinute: number
}

export interface AcceptOptions {
  /** Refuse an absurd fee: more than 10,000 times the relay fee and more than a nineteenth of the outputs. */
  readonly rejectAbsurdFee: boolean
  /** Rate-limit free transactions; set for transactions of peers, not for our own. */
  readonly limitFree?: boolean
  /** Unix time of an earlier admission, for transactions of a saved mempool. Default: now. */
  readonly time?: number
  /**
   * Called with the pending proof verification if all earlier checks pass, so that proofs do not block the node's
   * thread. The transaction is then not admitted. After `prove` has found its proofs valid, the next call admits it.
   */
  readonly aside?: (prove: () => Promise<Exclude<AdmissionResult, { readonly ok: true }> | undefined>) => void
}

/**
 * Reason why a transaction was removed. `block`: confirmed; `conflict`: a confirmed transaction spent its inputs;
 * `branch`: an upgrade invalidated its signatures.
 */
export type RemovalReason = 'block' | 'conflict' | 'reorg' | 'expired' | 'size' | 'branch'

export interface Removal {
  readonly entry: MempoolEntry
  readonly reason: RemovalReason
}

/** Changes of one call, in order of removal and admission. */
export interface MempoolChange {
  readonly added: readonly MempoolEntry[]
  readonly removed: readonly Removal[]
}

/** Unconfirmed change of an address. Crypto-condition outputs are recorded as type 1 here (rpc.md §4). */
export interface MempoolAddressDelta {
  readonly address: IndexedAddress
  readonly txid: Uint8Array
  /** output index of a receipt, input index of a spend */
  readonly index: number
  /** negative for a spend */
  readonly satoshis: bigint
  /** time of admission in unix seconds */
  readonly time: number
  readonly spending: boolean
  /** spent output, for a spend only */
  readonly prevout?: OutPoint
}

export interface MempoolStats {
  /** number of transactions */
  readonly size: number
  /** sum of the serialised sizes */
  readonly bytes: number
  /** estimated memory in bytes */
  readonly usage: number
}
