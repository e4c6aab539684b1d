import { BURN_KEY } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { equal, fromHex } from '../../util/index.ts'
import { globalKey } from '../framework/globalKey.ts'

export const TOKENS_KEY = globalKey(
  EVAL_CODES.tokens,
  '03e6191c70c9c9a28f9fd87089b9488d0e6c02fb629df64979c9cdb6b2b4a68d95',
  '1d0d0dce2dd2e19df5b626d5ada0f00add7a727d1735b5e32c6ca9a203164bcf',
)

/** Tokens sent to this key are destroyed: its private key is unknown (crypto-conditions.md §3.1). */
export const BURN_PUBLIC_KEY = fromHex(BURN_KEY)

export const isBurnKey = (publicKey: Uint8Array): boolean => equal(publicKey, BURN_PUBLIC_KEY)
