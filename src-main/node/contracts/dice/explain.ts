import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import type { ActionOf } from '#shared/protocol/evalCodes.ts'
import { type Phrase, type Sentence, say } from '#shared/sentences/sentence.ts'
import type { ContractAction, ContractExplainer, ExplainContext } from '../contract.ts'
import { paysTree } from '../framework/outputRules.ts'
import { namePhrase } from '../framework/phrases.ts'
import { planName } from '../framework/planName.ts'
import type { CoinText } from '../framework/sentences.ts'
import { type DiceData, findDiceData } from './codec.ts'
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

export const diceExplainer: ContractExplainer<'dice'> = {
  actionOf(context) {
    const data = findDiceData(context.tx)
    return data && findAction(context, data)
  },
  sentence: (_facts, coins, { say: own }) => own?.(coins) ?? say('dice.unknown'),
  covers: ({ action }, { n }) => (action === 'dice-win' || action === 'dice-timeout') && n === 2,
  warnings: ({ action }) =>
    action === 'dice-plan' || action === 'dice-entropy' || action === 'dice-bet' ? [say('dice.open')] : [],
}

function findAction({ tx }: ExplainContext, data: DiceData): ContractAction<'dice'> | undefined {
  const locked = new Set(tx.vout.flatMap((output, n) => (paysTree(output, DICE_POOL_SCRIPT) ? [n] : [])))
  if (locked.size === 0 && data.func !== 'R') return undefined
  const name = namePhrase(planName(data.sbits))
  const value = (n: number) => tx.vout[n]?.value ?? 0n
  const sayBet = (coins: CoinText): Sentence => {
    switch (data.func) {
      case 'F':
        return say<string | Phrase>('dice.creates', {
          ...{ name, coins: coins(value(0)), min: coins(data.minBet), max: coins(data.maxBet) },
          odds: String(data.maxOdds),
        })
      case 'E':
        return say('dice.adds', { coins: coins(value(0)), name })
      case 'B':
        return say('dice.bets', { coins: coins(value(1)), odds: String(value(2) - CONTRACT_FEE), name })
      case 'W':
        return say('dice.wins', { coins: coins(value(2)), name })
      case 'L':
        return say('dice.loses', { name })
      case 'T':
        return say('dice.timesOut', { coins: coins(value(2)), name })
      case 'R':
        return say('dice.refunds', { name })
    }
  }
  return { name: ACTIONS[data.func], locked, say: sayBet }
}
