import type { MethodResult } from '#shared/rpc/index.ts'
import { tokenCcOne } from '../../../conditions/index.ts'
import { secp256k1 } from '../../../crypto/index.ts'
import type { AddressIndexView, IndexedAddress } from '../../../interfaces.ts'
import { ccAddress } from '../../../modules/index.ts'
import { ccScript, encodeAddress, indexedAddress } from '../../../script/index.ts'
import { toHex } from '../../../util/index.ts'
import { normalAddress, parsePubkey } from './moduleGate.ts'

export interface ContractAddressSubject {
  /** as the reference writes it: `Oracles` */
  readonly title: string
  readonly evalCode: number
  /** the contract's key, 33 bytes */
  readonly key: Uint8Array
  /** gateways only */
  readonly gatewaysKey?: boolean
}

/**
 * What the method that shows a contract's addresses answers (faucet.md §3). @param pubkey this node's key
 * @param given a key in hex, left out where it is none
 */
export function contractAddressReply(
  { title, evalCode, key, gatewaysKey = false }: ContractAddressSubject,
  { pubkey, addressIndex }: { readonly pubkey: Uint8Array; readonly addressIndex: AddressIndexView },
  given: string | undefined,
): MethodResult<'oraclesaddress'> {
  const balance = (address: IndexedAddress) => addressIndex.balance(address).balance
  const conditionAddress = (publicKey: Uint8Array) => ccAddress(evalCode, publicKey)
  const tokens = indexedAddress(ccScript(tokenCcOne(evalCode, 0, key))) as IndexedAddress
  const other = given === undefined ? undefined : parsePubkey(given, secp256k1.isPublicKey)
  return {
    result: 'success' as const,
    [`${title}CCAddress`]: encodeAddress(conditionAddress(key)),
    [`${title}CCBalance`]: balance(conditionAddress(key)),
    [`${title}NormalAddress`]: encodeAddress(normalAddress(key)),
    [`${title}NormalBalance`]: balance(normalAddress(key)),
    ...(gatewaysKey && { GatewaysPubkey: toHex(key) }),
    [`${title}CCTokensAddress`]: encodeAddress(tokens),
    ...(other && {
      [`PubkeyCCaddress(${title})`]: encodeAddress(conditionAddress(other)),
      // The reference looks this one up under the wrong index type, so it is always zero.
      [`PubkeyCCbalance(${title})`]: 0n,
    }),
    [`myCCAddress(${title})`]: encodeAddress(conditionAddress(pubkey)),
    [`myCCbalance(${title})`]: balance(conditionAddress(pubkey)),
    myaddress: encodeAddress(normalAddress(pubkey)),
    mybalance: balance(normalAddress(pubkey)),
  }
}
