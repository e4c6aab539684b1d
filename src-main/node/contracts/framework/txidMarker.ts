import type { IndexedAddress } from '../../core/index.ts'
import { hash160 } from '../../crypto/index.ts'
import { encodeAddress } from '../../script/index.ts'
import { concat } from '../../util/index.ts'

/**
 * Returns a pseudo key made from a transaction id, by which contracts mark related transactions. Its private key is
 * unknown (oracles.md §1).
 */
export const txidKey = (txid: Uint8Array): Uint8Array => concat(Uint8Array.of(2), txid)

/** Returns the address of the marker outputs that pay `txidKey`. */
export const txidMarker = (txid: Uint8Array): IndexedAddress => ({ type: 1, hash: hash160(txidKey(txid)) })

/** Returns the address of pay-to-pubkey and pay-to-pubkey-hash outputs for a public key, valid or not. */
export const keyAddress = (publicKey: Uint8Array): string => encodeAddress({ type: 1, hash: hash160(publicKey) })
