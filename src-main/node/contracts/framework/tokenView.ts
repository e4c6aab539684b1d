/** Tokens as other contracts see them. Implemented by tokens/queries.ts. Types only. */
import type { OutPoint } from '../../primitives/types.ts'

export interface TokenCoin {
  readonly outpoint: OutPoint
  /** units, and as many satoshis */
  readonly value: bigint
  readonly scriptPubKey: Uint8Array
  readonly height: number
}

/** A confirmed transaction that decodes as a token's create. Texts are bytes: `displayText` shows them. */
export interface TokenRecord {
  readonly tokenId: Uint8Array
  readonly owner: Uint8Array
  readonly name: Uint8Array
  readonly description: Uint8Array
  /** undefined for a fungible token */
  readonly nftData: Uint8Array | undefined
  /** units that the create locked; 0 for a fake */
  readonly supply: bigint
  readonly height: number
}

/** Look-ups in confirmed state. Public keys are 33 bytes, ids 32 in internal order. */
export interface TokenView {
  /** unspent outputs of a key, in the order of the reference's unspent index: txid bytes, then output index */
  coins(tokenId: Uint8Array, publicKey: Uint8Array): TokenCoin[]
  token(tokenId: Uint8Array): TokenRecord | undefined
}
