import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import { ccScript } from '../../script/index.ts'
import { globalKey } from '../framework/globalKey.ts'

export const REWARDS_KEY = globalKey(
  EVAL_CODES.rewards,
  '03da60379d924c2c30ac290d2a86c2ead128cb7bd571f69211cb95356e2dcc5eb9',
  '82f5d2e7d6993377fb800097233d1e6f61a9b52e5eb4966fbced6be2bb7b4bb3',
)

/** Pool script of all plans. An output's plan follows from the data of its transaction. */
export const REWARDS_POOL_SCRIPT = ccScript(ccOne(EVAL_CODES.rewards, REWARDS_KEY.publicKey))
