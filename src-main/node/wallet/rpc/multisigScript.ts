import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonValue } from '#shared/json.ts'
import * as convert from '#shared/rpc/convert.ts'
import { secp256k1 } from '../../crypto/index.ts'
import { decodeAddress, multisigScript } from '../../script/index.ts'
import { fromHex, isHex } from '../../util/index.ts'
import type { Wallet } from '../index.ts'

const MAX_MULTISIG_KEYS = 16
/** Maximum size of a redeem script, which is pushed as one stack element. */
const MAX_REDEEM_SCRIPT_BYTES = 520

/** All errors of this method have the same RPC code. */
const rpcError = (text: string) => new RpcError(RPC_ERROR.MISC, text)

/** Parses a public key, or finds the wallet's key of an address. */
function parsePublicKey(text: string, wallet: Wallet | undefined): Uint8Array {
  const decoded = wallet ? decodeAddress(text) : undefined
  if (decoded) {
    if (decoded.kind !== 'pubkeyhash') throw rpcError(`${text} does not refer to a key`)
    const key = wallet?.keys.byHash(decoded.hash)
    if (!key) throw rpcError(`no full public key for address ${text}`)
    return key.pubkey
  }
  const pubkey = text !== '' && isHex(text) ? fromHex(text) : undefined
  if (!pubkey || !secp256k1.isPublicKey(pubkey)) throw rpcError(` Invalid public key: ${text}`)
  return pubkey
}

/** Returns the redeem script of an m-of-n multisig address. @param required m @throws RpcError */
export function multisigRedeemScript(
  required: number,
  keys: readonly JsonValue[],
  wallet: Wallet | undefined,
): Uint8Array {
  if (required < 1) throw rpcError('a multisignature address must require at least one key to redeem')
  if (keys.length < required) {
    throw rpcError(`not enough keys supplied (got ${keys.length} keys, but need at least ${required} to redeem)`)
  }
  if (keys.length > MAX_MULTISIG_KEYS) {
    throw rpcError('Number of addresses involved in the multisignature address creation > 16\nReduce the number')
  }
  const script = multisigScript(
    required,
    keys.map((key) => parsePublicKey(convert.asString(key), wallet)),
  )
  if (script.length > MAX_REDEEM_SCRIPT_BYTES) {
    throw rpcError(`redeemScript exceeds size limit: ${script.length} > ${MAX_REDEEM_SCRIPT_BYTES}`)
  }
  return script
}
