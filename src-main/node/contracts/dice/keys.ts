import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import { ccScript } from '../../script/index.ts'
import { globalKey } from '../framework/globalKey.ts'

export const DICE_KEY = globalKey(
  EVAL_CODES.dice,
  '039d966927cfdadab3ee6c56da63c21f17ea753dde4b3dfd41487103e24b27e94e',
  '0ee8f5b43d25cc35d1f12f045f0126b8d1ac3a5aeae025a28f2a8e0ef934fa77',
)

/** Pool script of all plans. An output's plan follows from the data of its transaction. */
export const DICE_POOL_SCRIPT = ccScript(ccOne(EVAL_CODES.dice, DICE_KEY.publicKey))
