/**
 * Plain data of the protocol. Every byte array is in internal (wire) order; hex is reversed only for display. All
 * values are immutable by convention: parsed objects are never modified.
 */

/** Reference to a transaction output. `hash` is 32 bytes in internal order. */
export interface OutPoint {
  readonly hash: Uint8Array
  readonly index: number
}

export interface TxIn {
  readonly prevout: OutPoint
  readonly scriptSig: Uint8Array
  /** u32 */
  readonly sequence: number
}

export interface TxOut {
  /** satoshis; int64, negative values are representable and rejected by consensus */
  readonly value: bigint
  readonly scriptPubKey: Uint8Array
}

/**
 * Transaction of any version that the wire format defines (transactions-and-script.md §1). Shielded parts are kept as
 * opaque bytes here, for sighash and round trips.
 */
export interface Transaction {
  readonly overwintered: boolean
  /** version without the overwinter bit, which is in the same word on the wire: 0 to 2^31 − 1 */
  readonly version: number
  /** 0 unless overwintered */
  readonly versionGroupId: number
  readonly vin: readonly TxIn[]
  readonly vout: readonly TxOut[]
  readonly lockTime: number
  /** 0 unless overwintered */
  readonly expiryHeight: number
  /** satoshis; 0 unless version 4 */
  readonly valueBalance: bigint
  /** raw 384-byte items */
  readonly shieldedSpends: readonly Uint8Array[]
  /** raw 948-byte items */
  readonly shieldedOutputs: readonly Uint8Array[]
  /** raw JoinSplit descriptions: 1802 bytes (PHGR proof) before version 4, 1698 (Groth) since then */
  readonly joinSplits: readonly Uint8Array[]
  /** joinSplitPubKey ‖ joinSplitSig (96 bytes) if there are JoinSplits, else empty */
  readonly joinSplitAuth: Uint8Array
  /** 64 bytes if there are shielded spends or outputs, else empty */
  readonly bindingSig: Uint8Array
}

export interface BlockHeader {
  /** int32 */
  readonly version: number
  readonly prevHash: Uint8Array
  readonly merkleRoot: Uint8Array
  readonly finalSaplingRoot: Uint8Array
  /** unix seconds, u32 */
  readonly time: number
  /** compact target, u32 */
  readonly bits: number
  /** 32 bytes */
  readonly nonce: Uint8Array
  /** Equihash solution without its length prefix */
  readonly solution: Uint8Array
}

export interface Block {
  readonly header: BlockHeader
  readonly txs: readonly Transaction[]
}
