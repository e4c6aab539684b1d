import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne, tokenCcOne } from '../../conditions/index.ts'
import type { CcVerdict } from '../../core/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { ccScript } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import type { ValidationContext } from '../contract.ts'
import { stopsReference } from '../framework/ccInputs.ts'
import { CC_VALID, ccInvalid, UNREADABLE_INPUT } from '../framework/ccVerdict.ts'
import type { TokenData } from './codec.ts'
import { BURN_PUBLIC_KEY, TOKENS_KEY } from './keys.ts'
import { evalCodesOfTransfer, tokenSigners } from './outputs.ts'
import { findTokenData, openTokenReader } from './reader.ts'

/**
 * Validates a transaction that spends a token output, in the order of tokens.md §3.4. Creating a token spends none, so
 * it is not validated: an invalid create has an effect only when the tokens are moved.
 */
export function validateTokens(context: Pick<ValidationContext, 'tx' | 'find' | 'memo'>): CcVerdict {
  const { tx, find } = context
  if (tx.vout.length === 0) return ccInvalid('no vouts')
  if (stopsReference(tx)) return ccInvalid(UNREADABLE_INPUT)
  const data = findTokenData(tx)
  if (data === undefined) return ccInvalid('TokenValidate: invalid opreturn payload')
  // A create counts as naming the all-zero token id, which no transaction has. So every transaction that passes is a
  // transfer, and the reasons for an all-zero id and for other functions are unreachable.
  if (data.func === 'c' || find(data.tokenId) === undefined) return ccInvalid('cant find token create txid')
  const reader = openTokenReader(context)
  const inputs = reader.inputsOf(tx, data.tokenId, true)
  if (!inputs.found) return ccInvalid('always should find vin tx, but didnt')
  if (inputs.sum !== reader.outputsOf(tx, data.tokenId)) return ccInvalid('tokens cc inputs != cc outputs')
  const nft = reader.nftCode(data.tokenId)
  if (nft === undefined && spendsMarker(tx) && burnsTokens(tx, data)) {
    return ccInvalid('spending cc marker not supported for fungible tokens')
  }
  return inputs.sum === 0n ? ccInvalid('no token inputs for transfer') : CC_VALID
}

function spendsMarker(tx: Transaction): boolean {
  return tokenSigners(tx).some((signer) => equal(signer, TOKENS_KEY.publicKey))
}

/** Returns true if a fungible token's transaction pays the burn key. */
function burnsTokens(tx: Transaction, data: TokenData): boolean {
  const { first, second } = evalCodesOfTransfer(data, undefined)
  const scripts = [ccOne(EVAL_CODES.tokens, BURN_PUBLIC_KEY), tokenCcOne(first, second, BURN_PUBLIC_KEY)].map(ccScript)
  return tx.vout.some(({ value, scriptPubKey }) => value > 0n && scripts.some((script) => equal(script, scriptPubKey)))
}
