import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne, tokenCcOne } from '../../conditions/index.ts'
import { hash160 } from '../../crypto/index.ts'
import type { SigningKeys } from '../../script/index.ts'
import { BuildError, type UnlockingTree } from '../../transactions/index.ts'
import type { GlobalKey } from './globalKey.ts'

/**
 * Returns the trees that a contract's transaction can fulfil, in the order in which addresses are matched
 * (crypto-conditions.md §7). The node's own key comes first, then the contract's global key, whose private key is
 * public.
 * @param nftCode eval code of the moved NFT, 0 for a fungible token
 * @throws BuildError if the wallet lacks the node's own key
 */
export function fulfillmentTrees(
  globalKey: GlobalKey,
  nftCode: number,
  pubkey: Uint8Array,
  keys: SigningKeys,
): UnlockingTree[] {
  const own = keys.keyOf(hash160(pubkey))?.privateKey
  if (own === undefined) throw new BuildError('key', 'the private key of -pubkey is not in the wallet')
  const { evalCode, publicKey, privateKey } = globalKey
  return [
    { tree: ccOne(evalCode, pubkey), privateKey: own },
    { tree: tokenCcOne(evalCode, nftCode, pubkey), privateKey: own },
    { tree: ccOne(EVAL_CODES.tokens, pubkey), privateKey: own },
    { tree: ccOne(evalCode, publicKey), privateKey },
    { tree: tokenCcOne(evalCode, nftCode, publicKey), privateKey },
  ]
}
