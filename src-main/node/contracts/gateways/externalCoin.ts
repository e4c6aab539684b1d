import { encodeBase58Check, hash160 } from '../../crypto/index.ts'
import { indexedAddress, multisigScript } from '../../script/index.ts'
import { concat } from '../../util/index.ts'
import { toValidKey } from '../framework/rawKey.ts'
import type { GatewayBind } from './codec.ts'

/** Version bytes of the addresses of Komodo Smart Chains. */
const OWN_PREFIX = 60
const OWN_SCRIPT_PREFIX = 85

/** Version bytes of the other chain's addresses, as in a binding. */
export type ExternalCoin = Pick<GatewayBind, 'taddr' | 'prefix' | 'prefix2'>

const encode = (version: readonly number[], hash: Uint8Array): string =>
  encodeBase58Check(concat(Uint8Array.from(version), hash))

/** Encodes the address of a key hash. Only these addresses have the optional first byte `taddr`. */
const keyHashAddress = (hash: Uint8Array, { taddr, prefix }: ExternalCoin): string =>
  encode(taddr === 0 ? [prefix] : [taddr, prefix], hash)

/** Encodes the address of a public key on the other chain. */
export const externalAddress = (key: Uint8Array, coin: ExternalCoin): string => keyHashAddress(hash160(key), coin)

/**
 * Encodes the address that an output script of the other chain pays, or returns undefined if it has no address.
 * Conditions count as keys.
 */
export function toExternalAddress(script: Uint8Array, coin: ExternalCoin): string | undefined {
  const paid = indexedAddress(script)
  if (paid === undefined) return undefined
  return paid.type === 2 ? encode([coin.prefix2], paid.hash) : keyHashAddress(paid.hash, coin)
}

/**
 * Computes the deposit address on the other chain: that of the signer's key, or of the multisig script (gateways.md
 * §7).
 */
export function depositAddress({ m, n, keys, taddr, prefix, prefix2 }: GatewayBind): string {
  const own = prefix === OWN_PREFIX && prefix2 === OWN_SCRIPT_PREFIX
  const [first] = keys
  if (n <= 1 && first !== undefined) {
    return externalAddress(toValidKey(first), { taddr: own ? 0 : taddr, prefix, prefix2 })
  }
  return encode([prefix2], hash160(multisigScript(m, keys.map(toValidKey))))
}

/** Encodes a private key in the WIF format of the other chain. @param privateKey 32 bytes */
export const externalWif = (privateKey: Uint8Array, compressed: boolean, { wifType }: GatewayBind): string =>
  encodeBase58Check(concat(Uint8Array.of(wifType), privateKey, compressed ? Uint8Array.of(1) : new Uint8Array(0)))
