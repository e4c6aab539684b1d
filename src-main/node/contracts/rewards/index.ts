/**
 * rewards: plans that pay interest on locked coins from funds that someone paid in (rewards.md). All plans share one
 * pool address. An output's plan follows from the data of its transaction.
 */
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { ContractDefinition } from '../contract.ts'
import { rewardsExplainer } from './explain.ts'
import { REWARDS_KEY } from './keys.ts'
import { validateRewards } from './validate.ts'

export { buildRewardsFunding, buildRewardsLock, buildRewardsPlan, buildRewardsUnlock } from './build.ts'
export { findRewardsData } from './codec.ts'
export { lockHoldings, planHoldings } from './holdings.ts'
export { REWARDS_KEY } from './keys.ts'
export { listPlans, sumPlanFunds } from './plans.ts'
export { readRewardsTerms } from './terms.ts'

export const rewardsContract = {
  name: 'rewards',
  evalCodes: [EVAL_CODES.rewards],
  globalKeys: [REWARDS_KEY],
  holdsTokens: false,
  validate: validateRewards,
  explainer: rewardsExplainer,
} as const satisfies ContractDefinition<'rewards'>
