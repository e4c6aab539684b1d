import type { UpgradeState } from '../consensus/index.ts'
import type { AdmissionResult, ChainView, IndexedAddress, MempoolEntry } from '../core/index.ts'
import type { OutPoint, Transaction } from '../primitives/types.ts'

/** What the mempool needs of the chain. */
export interface MempoolChain extends ChainView {
  /** by which a transaction for the next block is judged */
  upgrades(): UpgradeState
  /** whether it has the anchors of a transaction's shielded parts and none of their nullifiers */
  meetsShieldedRequirements(tx: Transaction): boolean
}

export interface MempoolPolicy {
  /** Refuse what is not standard: main mode does, regtest does not (`-acceptnonstdtxn` turns it off). */
  readonly requireStandard: boolean
  /** Bound of `stats().usage` in bytes (`-maxmempool`, in units of 10^6). Beyond it the worst paying packages leave. */
  readonly maxUsage: number
  /** A transaction leaves after this many seconds (`-mempoolexpiry`, in hours). */
  readonly expirySeconds: number
  /** Satoshis for 1,000 bytes (`-minrelaytxfee`): below it a transaction counts as free, and dust is derived from it. */
  readonly minRelayFeeRate: bigint
  /** Longest scriptPubKey of a data output that is standard (`-datacarriersize`); 0 for `-datacarrier=0`. */
  readonly dataCarrierBytes: number
  readonly permitBareMultisig: boolean
  /** Thousand bytes of free transactions a minute (`-limitfreerelay`). */
  readonly freeRelayKilobytesPerMinute: number
}

export interface AcceptOptions {
  /** Refuse a fee that must be a mistake: more than 10,000 times the relay fee and a nineteenth of the outputs. */
  readonly rejectAbsurdFee: boolean
  /** Limit free transactions: for those that peers relay, not for our own. */
  readonly limitFree?: boolean
  /**
   * Proofs of shielded parts are not verified here, where they would hold up the node's thread: if everything before them is in
   * order, this gets what verifies them, and the answer is no admission. What `prove` found good is admitted by the next call.
   */
  readonly aside?: (prove: () => Promise<Exclude<AdmissionResult, { readonly ok: true }> | undefined>) => void
}

/** Why a transaction left. `block`: confirmed; `conflict`: a confirmed one spent its inputs; `branch`: an upgrade made its signatures void. */
export type RemovalReason = 'block' | 'conflict' | 'reorg' | 'expired' | 'size' | 'branch'

export interface Removal {
  readonly entry: MempoolEntry
  readonly reason: RemovalReason
}

/** What one call changed, in order of removal and admission. */
export interface MempoolChange {
  readonly added: readonly MempoolEntry[]
  readonly removed: readonly Removal[]
}

/** One unconfirmed change of an address. Crypto-condition outputs are recorded as type 1 here (rpc.md §4). */
export interface MempoolAddressDelta {
  readonly address: IndexedAddress
  readonly txid: Uint8Array
  /** output index of a receipt, input index of a spend */
  readonly index: number
  /** negative for a spend */
  readonly satoshis: bigint
  /** unix seconds of admission */
  readonly time: number
  readonly spending: boolean
  /** of a spend: the output that it spends */
  readonly prevout?: OutPoint
}

export interface MempoolStats {
  /** transactions */
  readonly size: number
  /** sum of their serialised sizes */
  readonly bytes: number
  /** estimate of the memory they take */
  readonly usage: number
}
