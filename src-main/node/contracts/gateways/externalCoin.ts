import { encodeBase58Check, hash160 } from '../../crypto/index.ts'
import { indexedAddress, multisigScript } from '../../script/index.ts'
import { concat } from '../../util/index.ts'
import { rawKeyOf } from '../framework/rawKey.ts'
import type { GatewayBind } from './codec.ts'

/** Version bytes of this family's own coins. */
const OWN_PREFIX = 60
const OWN_SCRIPT_PREFIX = 85

/** How addresses of the other chain begin, as a binding says it. */
export type ExternalCoin = Pick<GatewayBind, 'taddr' | 'prefix' | 'prefix2'>

const encode = (version: readonly number[], hash: Uint8Array): string =>
  encodeBase58Check(concat(Uint8Array.from(version), hash))

/** The first byte of two is in front of keys alone. */
const keyHashAddress = (hash: Uint8Array, { taddr, prefix }: ExternalCoin): string =>
  encode(taddr === 0 ? [prefix] : [taddr, prefix], hash)

/** The address of a public key on the other chain. */
export const externalAddress = (key: Uint8Array, coin: ExternalCoin): string => keyHashAddress(hash160(key), coin)

/** Where an output script of the other chain pays; undefined: to no address. Conditions are taken for keys. */
export function externalAddressOf(script: Uint8Array, coin: ExternalCoin): string | undefined {
  const paid = indexedAddress(script)
  if (paid === undefined) return undefined
  return paid.type === 2 ? encode([coin.prefix2], paid.hash) : keyHashAddress(paid.hash, coin)
}

/** Where coins are paid in on the other chain: at the signer's key, or at all signers' together (gateways.md §7). */
export function depositAddress({ m, n, keys, taddr, prefix, prefix2 }: GatewayBind): string {
  const own = prefix === OWN_PREFIX && prefix2 === OWN_SCRIPT_PREFIX
  const [first] = keys
  if (n <= 1 && first !== undefined) {
    return externalAddress(rawKeyOf(first), { taddr: own ? 0 : taddr, prefix, prefix2 })
  }
  return encode([prefix2], hash160(multisigScript(m, keys.map(rawKeyOf))))
}

/** A private key in the form of the other chain's wallets. @param privateKey 32 bytes */
export const externalWif = (privateKey: Uint8Array, compressed: boolean, { wifType }: GatewayBind): string =>
  encodeBase58Check(concat(Uint8Array.of(wifType), privateKey, compressed ? Uint8Array.of(1) : new Uint8Array(0)))
