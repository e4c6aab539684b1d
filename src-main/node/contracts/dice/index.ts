/**
 * dice: plans of a dealer who takes bets (dice.md). All plans share one pool address. The rules protect neither dealer
 * nor bettor: see `explain.ts`.
 */
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { ContractDefinition } from '../contract.ts'
import { diceExplainer } from './explain.ts'
import { DICE_KEY } from './keys.ts'
import { validateDice } from './validate.ts'

export { buildDiceBet, buildDiceFunding, buildDicePlan } from './build.ts'
export { findDiceData } from './codec.ts'
export { buildDiceFinish } from './finish.ts'
export { DICE_KEY } from './keys.ts'
export { dicePlanAt, findPool, listDicePlans } from './plans.ts'
export { readDiceAmount, readDiceTerms } from './terms.ts'

export const diceContract = {
  name: 'dice',
  evalCodes: [EVAL_CODES.dice],
  globalKeys: [DICE_KEY],
  holdsTokens: false,
  validate: validateDice,
  explainer: diceExplainer,
} as const satisfies ContractDefinition<'dice'>
