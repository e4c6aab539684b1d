import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { type Condition, ccOne } from '../../conditions/index.ts'
import type { IndexedAddress } from '../../core/index.ts'
import { secp256k1 } from '../../crypto/index.ts'
import { ccScript, indexedAddress } from '../../script/index.ts'
import { fromHex, toHex } from '../../util/index.ts'
import { GATEWAYS_KEY } from '../framework/gatewaysKey.ts'

/** Script and private key of a publisher's batons. */
export interface BatonKey {
  readonly privateKey: Uint8Array
  readonly tree: Condition
  readonly script: Uint8Array
  readonly address: IndexedAddress
}

/** Order of the secp256k1 curve. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes)}`)

/**
 * Derives the key of a publisher's batons from the publisher's private key and a constant, the gateways' private key
 * (oracles.md §1). It is the same for all oracles.
 * @param own private key, 32 bytes
 */
export function deriveBatonKey(own: Uint8Array): BatonKey {
  const mixed = own.map((byte, i) => byte ^ GATEWAYS_KEY.privateKey[i]!)
  let scalar = toNumber(mixed)
  while (scalar === 0n || scalar >= ORDER) scalar = (scalar + toNumber(own)) % ORDER
  const privateKey = fromHex(scalar.toString(16).padStart(64, '0'))
  const tree = ccOne(EVAL_CODES.oracles, secp256k1.publicKey(privateKey))
  const script = ccScript(tree)
  return { privateKey, tree, script, address: indexedAddress(script) as IndexedAddress }
}
