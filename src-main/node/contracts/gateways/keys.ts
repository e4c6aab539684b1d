import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne, tokenCcOne } from '../../conditions/index.ts'
import { ccScript } from '../../script/index.ts'
import { globalKey } from '../framework/globalKey.ts'
import { conditionKeyOf, type RawKey, rawKeyOf } from '../framework/rawKey.ts'

export const GATEWAYS_KEY = globalKey(
  EVAL_CODES.gateways,
  '03ea9c062b9652d8eff34879b504eda0717895d27597aaeb60347d65eed96ccb40',
  'f74b5ba27a5e9cda89b1cbb9e69c2c708537dd007a67ff7c621be2fb048f85bf',
)

/** Marks bindings, withdrawals and what follows those. */
export const GATEWAY_MARKER_SCRIPT = ccScript(ccOne(EVAL_CODES.gateways, GATEWAYS_KEY.publicKey))
/** Holds the tokens of gateways. */
export const GATEWAY_TOKENS_SCRIPT = ccScript(tokenCcOne(EVAL_CODES.gateways, 0, GATEWAYS_KEY.publicKey))
/** Marks a deposit for who may claim it: CC1(f1, key). What is no key stands for that of the module, as in the reference. */
export function depositScript(destination: RawKey): Uint8Array {
  if (rawKeyOf(destination).length === 0) return GATEWAY_MARKER_SCRIPT
  return ccScript(ccOne(EVAL_CODES.gateways, conditionKeyOf(destination)))
}
