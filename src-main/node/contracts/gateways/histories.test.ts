import { describe, expect, it } from 'vitest'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import type { ContractChain } from '../testing/contractChain.ts'
import { type HistoryContract, type HistoryStep, PEOPLE, playHistories } from '../testing/histories.ts'
import { buildDepositClaim } from './deposits.ts'
import { GATEWAY_TOKENS_SCRIPT } from './keys.ts'
import { GATEWAY_COIN, gatewayTokens, openGateway } from './testing/openGateway.ts'
import { buildCompleteSigning, buildMarkDone, buildPartialSign, buildWithdraw } from './withdrawals.ts'

type Kind = 'claim' | 'withdraw' | 'sign' | 'complete' | 'done'

function createGateways(chain: ContractChain): HistoryContract<Kind> {
  const { bind, deposits } = openGateway(chain)
  let last: Uint8Array | undefined
  let completed: Uint8Array | undefined
  const depositFor = ({ pick }: HistoryStep<Kind>) => deposits[pick % Math.max(1, deposits.length)]

  return {
    build(step): Transaction | undefined {
      const { kind, person, amount } = step
      const contextFor = (n: number) => chain.contextFor(PEOPLE[n]!, gatewayTokens(chain))
      const deposit = depositFor(step)
      if (kind === 'claim') {
        if (deposit === undefined) return undefined
        const terms = { bind, coin: GATEWAY_COIN, deposit: deposit.txid, amount: deposit.amount }
        return buildDepositClaim({ ...terms, destination: PEOPLE[deposit.person]!.pub }, contextFor(deposit.person))
      }
      if (kind === 'withdraw') {
        return buildWithdraw({ bind, coin: GATEWAY_COIN, destination: PEOPLE[person]!.pub, amount }, contextFor(person))
      }
      if (kind === 'done') return completed && buildMarkDone(completed, GATEWAY_COIN, contextFor(person))
      if (last === undefined) return undefined
      const request = { last, coin: GATEWAY_COIN, hex: '00' }
      return kind === 'sign'
        ? buildPartialSign(request, contextFor(person))
        : buildCompleteSigning(request, contextFor(person))
    },
    expectedChange(_tx, step) {
      if (step.kind === 'claim') return -depositFor(step)!.amount
      return step.kind === 'withdraw' ? step.amount : 0n
    },
    scripts: () => [GATEWAY_TOKENS_SCRIPT],
    confirmed(tx, step) {
      const txid = computeTxid(tx)
      if (step.kind === 'claim') deposits.splice(deposits.indexOf(depositFor(step)!), 1)
      if (step.kind === 'withdraw' || step.kind === 'sign') last = txid
      if (step.kind === 'complete') [last, completed] = [undefined, txid]
      if (step.kind === 'done') completed = undefined
      chain.wait(1)
    },
    sumAdded: () => CONTRACT_FEE,
  }
}

describe('random histories of gateways', () => {
  it('keep every coin and unit, are accepted as built, and pay no third party when tampered with', () => {
    const counts = playHistories<Kind>({
      kinds: ['claim', 'withdraw', 'withdraw', 'sign', 'sign', 'complete', 'complete', 'done'],
      opening: ['claim', 'claim', 'claim', 'withdraw', 'sign', 'complete'],
      maxAmount: 900n,
      runs: 9,
      waits: { blocks: 1, seconds: 60 },
      isNotarised: () => true,
      create: createGateways,
    })
    for (const kind of ['claim', 'withdraw', 'sign', 'complete', 'done']) expect(counts[kind], kind).toBeGreaterThan(2)
  })
})
