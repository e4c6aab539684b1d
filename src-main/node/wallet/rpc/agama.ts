import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { hash160, secp256k1 } from '../../crypto/index.ts'
import { decodeWif, encodeAddress, encodeWif } from '../../script/index.ts'
import { toHex } from '../../util/index.ts'
import { deriveAgamaKey } from '../index.ts'

/** Creates handlers that compute keys of other wallets from the parameters alone, without using this wallet. */
export function createAgamaHandlers() {
  return defineHandlers({
    convertpassphrase({ agamapassphrase }) {
      const given = decodeWif(agamapassphrase)
      const key = given ?? deriveAgamaKey(agamapassphrase)
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
