import type { ActionOf } from '#shared/protocol/evalCodes.ts'
import { MODULE_FEE } from '#shared/protocol/moduleRules.ts'
import type { ExplainContext, ModuleAction, ModuleExplainer } from '../ccModule.ts'
import { paysTree } from '../outputRules.ts'
import { planName } from '../rewards/planName.ts'
import type { CoinText } from '../sentences.ts'
import { displayText } from '../tokens/displayText.ts'
import { type DiceData, diceDataOf } from './codec.ts'
import { DICE_POOL_SCRIPT } from './keys.ts'

const ACTIONS: Readonly<Record<DiceData['func'], ActionOf<'dice'>>> = {
  F: 'dice-plan',
  E: 'dice-entropy',
  B: 'dice-bet',
  W: 'dice-win',
  L: 'dice-loss',
  T: 'dice-timeout',
  R: 'dice-refund',
}

export const diceExplainer: ModuleExplainer<'dice'> = {
  actionOf(context) {
    const data = diceDataOf(context.tx)
    return data && actionOf(context, data)
  },
  sentence: (_facts, coins, { say }) => say?.(coins) ?? 'Does something with a plan of dice.',
  covers: ({ action }, { n }) => (action === 'dice-win' || action === 'dice-timeout') && n === 2,
  warnings: ({ action }) =>
    action === 'dice-plan' || action === 'dice-entropy' || action === 'dice-bet'
      ? [
          'The rules of this contract do not hold anybody to the draw: a bet can be settled as its sender likes, and a pool can be emptied.',
        ]
      : [],
}

function actionOf({ tx }: ExplainContext, data: DiceData): ModuleAction<'dice'> | undefined {
  const locked = new Set(tx.vout.flatMap((output, n) => (paysTree(output, DICE_POOL_SCRIPT) ? [n] : [])))
  if (locked.size === 0 && data.func !== 'R') return undefined
  const plan = `the dice plan ${displayText(planName(data.sbits)) || 'without a name'}`
  const value = (n: number) => tx.vout[n]?.value ?? 0n
  const say = (coins: CoinText): string => {
    switch (data.func) {
      case 'F':
        return `Creates ${plan} with ${coins(value(0))}: bets of ${coins(data.minBet)} to ${coins(data.maxBet)}, up to ${data.maxOdds} to 1.`
      case 'E':
        return `Adds ${coins(value(0))} to ${plan}.`
      case 'B':
        return `Bets ${coins(value(1))} at ${value(2) - MODULE_FEE} to 1 in ${plan}.`
      case 'W':
        return `Pays ${coins(value(2))} for a bet that was won in ${plan}.`
      case 'L':
        return `Ends a bet that was lost in ${plan}.`
      case 'T':
        return `Pays ${coins(value(2))} for a bet that ${plan} did not settle in time.`
      case 'R':
        return `Takes coins out of ${plan}.`
    }
  }
  return { name: ACTIONS[data.func], locked, say }
}
