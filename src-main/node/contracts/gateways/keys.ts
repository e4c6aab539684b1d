import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne, tokenCcOne } from '../../conditions/index.ts'
import { ccScript } from '../../script/index.ts'
import { GATEWAYS_KEY } from '../framework/gatewaysKey.ts'
import { type RawKey, toConditionKey, toValidKey } from '../framework/rawKey.ts'

/** Script that marks bindings, withdrawals and later steps. */
export const GATEWAY_MARKER_SCRIPT = ccScript(ccOne(EVAL_CODES.gateways, GATEWAYS_KEY.publicKey))
/** Script that holds the tokens of gateways. */
export const GATEWAY_TOKENS_SCRIPT = ccScript(tokenCcOne(EVAL_CODES.gateways, 0, GATEWAYS_KEY.publicKey))
/**
 * Returns the script that marks a deposit for the key that may claim it: CC1(f1, key). For an invalid key, it is the
 * script of the contract's key, as in the reference.
 */
export function depositScript(destination: RawKey): Uint8Array {
  if (toValidKey(destination).length === 0) return GATEWAY_MARKER_SCRIPT
  return ccScript(ccOne(EVAL_CODES.gateways, toConditionKey(destination)))
}
