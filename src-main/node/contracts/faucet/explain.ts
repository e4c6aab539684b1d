import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { say } from '#shared/sentences/sentence.ts'
import type { ContractExplainer, ExplainContext } from '../contract.ts'
import { decodeCcInputs, hasEval } from '../framework/ccInputs.ts'
import { isOwn, type TransactionFacts } from '../framework/sentences.ts'
import { isPoolOutput } from './validate.ts'

type Output = TransactionFacts['outputs'][number]

/** Returns true for the output that a claim pays: the first, or the second after the pool's change. */
const isClaimed = ({ n, type }: Output): boolean => n <= 1 && type !== 'cryptocondition'

export const faucetExplainer: ContractExplainer<'faucet'> = {
  actionOf(context) {
    const locked = new Set(context.tx.vout.flatMap((output, n) => (isPoolOutput(output) ? [n] : [])))
    if (spendsPool(context)) return { name: 'faucet-claim', locked }
    return locked.size > 0 ? { name: 'faucet-fund', locked } : undefined
  },
  sentence(facts, coins, { name, locked }) {
    if (name === 'faucet-fund') {
      const pool = facts.outputs.filter(({ n }) => locked.has(n))
      return say('faucet.funds', { coins: coins(pool.reduce((sum, { amount }) => sum + amount, 0n)) })
    }
    const paid = facts.outputs.find(isClaimed)
    const receiver = paid && isOwn(paid) ? say('phrase.thisWallet') : (paid?.address ?? say('phrase.somebody'))
    return say('faucet.claims', { coins: coins(paid?.amount ?? 0n), receiver })
  },
  covers: ({ action }, output) => action === 'faucet-claim' && isClaimed(output),
}

function spendsPool({ tx, spent }: ExplainContext): boolean {
  const inputs = decodeCcInputs(tx)
  return spent.some((output, i) => (output ? isPoolOutput(output) : hasEval(inputs[i], EVAL_CODES.faucet)))
}
