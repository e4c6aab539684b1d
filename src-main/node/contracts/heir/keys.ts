import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import { ccScript } from '../../script/index.ts'
import { globalKey } from '../framework/globalKey.ts'

export const HEIR_KEY = globalKey(
  EVAL_CODES.heir,
  '03c91bef3d7cc59c3a89286833a3446b29e52a5e773f738a1ad2b09785e5f4179e',
  '9da1f8f7ba0a9136899a86306320d7dfaa35e399322b63c0669c93c45e9db9ce',
)

/** Marker script by which plans are found. */
export const HEIR_MARKER_SCRIPT = ccScript(ccOne(EVAL_CODES.heir, HEIR_KEY.publicKey))
