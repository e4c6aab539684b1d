import type { IndexedAddress } from '../../core/index.ts'
import { hash160 } from '../../crypto/index.ts'
import { encodeAddress } from '../../script/index.ts'
import { concat } from '../../util/index.ts'

/** A "key" that names a transaction, by which contracts mark what concerns it. Nobody has its private key (oracles.md §1). */
export const txidKey = (txid: Uint8Array): Uint8Array => concat(Uint8Array.of(2), txid)

/** Where such marks lie. */
export const txidMarker = (txid: Uint8Array): IndexedAddress => ({ type: 1, hash: hash160(txidKey(txid)) })

/** Where pay-to-pubkey and pay-to-pubkey-hash outputs of these bytes are, whether they are a key or not. */
export const keyAddress = (publicKey: Uint8Array): string => encodeAddress({ type: 1, hash: hash160(publicKey) })
