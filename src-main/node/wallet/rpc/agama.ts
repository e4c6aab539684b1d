import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { hash160, secp256k1, sha256 } from '../../crypto/index.ts'
import { decodeWif, encodeAddress, encodeWif, type PrivateKey } from '../../script/index.ts'
import { toHex } from '../../util/index.ts'

/** Derives the key of a passphrase as other wallets of the family do: its hash, clamped for Curve25519. */
function keyOfPhrase(phrase: string): PrivateKey {
  const privateKey = Uint8Array.from(sha256(new TextEncoder().encode(phrase)))
  privateKey[0]! &= 0xf8
  privateKey[31] = (privateKey[31]! & 0x7f) | 0x40
  return { privateKey, compressed: true }
}

/** Creates handlers that compute keys of other wallets from the parameters alone, without using this wallet. */
export function createAgamaHandlers() {
  return defineHandlers({
    convertpassphrase({ agamapassphrase }) {
      const given = decodeWif(agamapassphrase)
      const key = given ?? keyOfPhrase(agamapassphrase)
      const pubkey = secp256k1.publicKey(key.privateKey, key.compressed)
      return {
        agamapassphrase,
        address: encodeAddress({ type: 1, hash: hash160(pubkey) }),
        pubkey: toHex(pubkey) as never,
        privkey: toHex(key.privateKey),
        wif: given ? agamapassphrase : encodeWif(key),
      }
    },
  })
}
