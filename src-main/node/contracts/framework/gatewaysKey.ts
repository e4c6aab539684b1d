import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { globalKey } from './globalKey.ts'

/** Global key of the gateways. Oracles mix its private key into their baton keys (oracles.md §1). */
export const GATEWAYS_KEY = globalKey(
  EVAL_CODES.gateways,
  '03ea9c062b9652d8eff34879b504eda0717895d27597aaeb60347d65eed96ccb40',
  'f74b5ba27a5e9cda89b1cbb9e69c2c708537dd007a67ff7c621be2fb048f85bf',
)
