/** Interface of the address index for sibling modules. Implemented by addressIndex. Types only. */

/** 1 = public key hash (P2PKH and P2PK), 2 = script hash, 3 = crypto condition (rpc.md §4). */
export type AddressType = 1 | 2 | 3

export interface IndexedAddress {
  readonly type: AddressType
  /** 20 bytes */
  readonly hash: Uint8Array
}

export interface AddressDelta {
  /** negative for a spend */
  readonly satoshis: bigint
  readonly txid: Uint8Array
  readonly txNum: number
  readonly height: number
  /** position of the transaction in its block */
  readonly blockIndex: number
  /** output index for a receipt, input index for a spend */
  readonly index: number
  readonly spending: boolean
}

export interface AddressUnspent {
  readonly txid: Uint8Array
  readonly index: number
  readonly satoshis: bigint
  readonly scriptPubKey: Uint8Array
  readonly height: number
  readonly txNum: number
}

export interface AddressIndexView {
  balance(address: IndexedAddress): { readonly balance: bigint; readonly received: bigint }
  /** index order: height, position, txid, index, receipts before spends; both ends inclusive */
  deltas(address: IndexedAddress, range?: { readonly start: number; readonly end: number }): Iterable<AddressDelta>
  /** ordered by txid (internal bytes), then index, as komodod's unspent index is */
  unspent(address: IndexedAddress): AddressUnspent[]
}

/**
 * Query for one page of a list. `cursor` is the `next` of the previous page; the other parameters must be unchanged.
 */
export interface PageQuery {
  /** at least 1 */
  readonly limit: number
  readonly cursor?: string | undefined
  /** newest (largest) first */
  readonly descending: boolean
}
