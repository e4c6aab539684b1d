import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { fromHex } from '../util/index.ts'

/** What every module transaction pays and what each marker output holds, in satoshis. */
export const MODULE_FEE = 10000n

/** Global key of gateways, a contract that this program does not have; address methods show it (faucet.md §3). */
export const GATEWAYS_PUBLIC_KEY = fromHex('03ea9c062b9652d8eff34879b504eda0717895d27597aaeb60347d65eed96ccb40')

export const EVAL_TOKENS = EVAL_CODES.tokens
