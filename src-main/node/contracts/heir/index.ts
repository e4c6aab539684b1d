/**
 * heir: coins or tokens that their owner can spend at any time, and another key after the owner has been inactive for
 * some time (heir.md).
 */
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { ContractDefinition } from '../contract.ts'
import { heirExplainer } from './explain.ts'
import { HEIR_KEY } from './keys.ts'
import { validateHeir } from './validate.ts'

export { buildHeirAdd, buildHeirClaim, buildHeirFund } from './build.ts'
export { heirAge, heirCoins, heirLifetime, heirPlan, listHeirPlans, listHeirPlansFor, ownerRemainder } from './funds.ts'
export { HEIR_KEY } from './keys.ts'

export const heirContract = {
  name: 'heir',
  evalCodes: [EVAL_CODES.heir],
  globalKeys: [HEIR_KEY],
  holdsTokens: true,
  validate: validateHeir,
  explainer: heirExplainer,
} as const satisfies ContractDefinition<'heir'>
