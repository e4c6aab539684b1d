import { type Sentence, say } from '#shared/sentences/sentence.ts'
import { formatAmount } from '#shared/units.ts'
import {
  type CoinText,
  type ContractExplanation,
  isOwn,
  receiverPhrase,
  type TransactionFacts,
} from '../../contracts/index.ts'

type Contracts = Pick<ContractExplanation, 'locked' | 'sentence' | 'covers'>

/** Summarises a transaction in one or two sentences. Token names appear as their creators wrote them. */
export function buildSummary(facts: TransactionFacts, coin: string, contracts: Contracts): readonly Sentence[] {
  const coins: CoinText = (amount) => `${formatAmount(amount)} ${coin}`
  if (facts.coinbase) {
    return [say('transaction.mined', { coins: coins(facts.outputs.reduce((sum, { amount }) => sum + amount, 0n)) })]
  }
  const sentence = contracts.sentence(facts, coins)
  if (sentence === undefined) {
    const rest = facts.module === 'other' ? [say('transaction.unknownContract')] : []
    return [...rest, paymentSentence(facts, coins, contracts.locked)]
  }
  // Also mention payments that the module's sentence does not cover.
  const also = listPayees(facts, contracts.locked).filter((output) => !contracts.covers(facts, output))
  const sum = also.reduce((total, { amount }) => total + amount, 0n)
  return [
    sentence,
    ...(sum > 0n ? [say('transaction.paysToo', { coins: coins(sum), receiver: toReceiverPhrase(also) })] : []),
    ...(facts.tokens.length > 1 ? [say('transaction.otherTokens')] : []),
  ]
}

const toReceiverPhrase = (outputs: TransactionFacts['outputs']) => receiverPhrase(outputs.map(({ address }) => address))

/**
 * Returns outputs that pay others, without the change of other payers. If this wallet has no part in the transaction,
 * outputs to an address that it spends from are excluded too.
 */
function listPayees(facts: TransactionFacts, locked: ReadonlySet<number>): TransactionFacts['outputs'] {
  const from = new Set(facts.spentown > 0n ? [] : facts.inputs.map(({ address }) => address))
  return facts.outputs.filter((output) => {
    const { n, role, address, amount, change } = output
    if (amount === 0n || role === 'token' || role === 'marker' || role === 'change' || locked.has(n)) return false
    return !isOwn(output) && !change && (address === null || !from.has(address))
  })
}

function paymentSentence(facts: TransactionFacts, coins: CoinText, locked: ReadonlySet<number>): Sentence {
  if (facts.spentown === 0n && facts.kept > 0n) return say('transaction.brings', { coins: coins(facts.kept) })
  const payees = listPayees(facts, locked)
  if (payees.length === 0) {
    const rest = facts.paid + facts.kept + facts.change
    return rest > 0n ? say('transaction.back', { coins: coins(rest) }) : say('transaction.paysNobody')
  }
  const sum = payees.reduce((total, { amount }) => total + amount, 0n)
  return say('transaction.pays', { coins: coins(sum), receiver: toReceiverPhrase(payees) })
}
