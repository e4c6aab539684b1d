import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne, tokenCcOne } from '../../conditions/index.ts'
import { ccScript } from '../../script/index.ts'
import { GATEWAYS_KEY } from '../framework/gatewaysKey.ts'
import { conditionKeyOf, type RawKey, rawKeyOf } from '../framework/rawKey.ts'

/** Marks bindings, withdrawals and what follows those. */
export const GATEWAY_MARKER_SCRIPT = ccScript(ccOne(EVAL_CODES.gateways, GATEWAYS_KEY.publicKey))
/** Holds the tokens of gateways. */
export const GATEWAY_TOKENS_SCRIPT = ccScript(tokenCcOne(EVAL_CODES.gateways, 0, GATEWAYS_KEY.publicKey))
/** Marks a deposit for who may claim it: CC1(f1, key). What is no key stands for that of the module, as in the reference. */
export function depositScript(destination: RawKey): Uint8Array {
  if (rawKeyOf(destination).length === 0) return GATEWAY_MARKER_SCRIPT
  return ccScript(ccOne(EVAL_CODES.gateways, conditionKeyOf(destination)))
}
