/** Tokens as other contracts see them. Types only; implemented by tokens/queries.ts. */
import type { OutPoint } from '../../primitives/types.ts'

export interface TokenCoin {
  readonly outpoint: OutPoint
  /** units, and the same number of satoshis */
  readonly value: bigint
  readonly scriptPubKey: Uint8Array
  readonly height: number
}

/** A confirmed transaction that decodes as a token's create. Texts are bytes; `displayText` decodes them. */
export interface TokenRecord {
  readonly tokenId: Uint8Array
  readonly owner: Uint8Array
  readonly name: Uint8Array
  readonly description: Uint8Array
  /** undefined for a fungible token */
  readonly nftData: Uint8Array | undefined
  /** units that the create locked; 0 for a fake token */
  readonly supply: bigint
  readonly height: number
}

/** Queries of confirmed state. Public keys have 33 bytes; ids have 32, in internal order. */
export interface TokenView {
  /**
   * Returns the unspent outputs of a key, in the order of the reference's unspent index: txid bytes, then output index.
   */
  coins(tokenId: Uint8Array, publicKey: Uint8Array): TokenCoin[]
  token(tokenId: Uint8Array): TokenRecord | undefined
}
