import { describe, expect, it } from 'vitest'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import type { ContractChain } from '../testing/contractChain.ts'
import { type HistoryContract, type HistoryStep, PEOPLE, playHistories } from '../testing/histories.ts'
import {
  buildOracleCreate,
  buildOracleData,
  buildOracleFund,
  buildOracleRegister,
  buildOracleSubscribe,
  type OracleBuildContext,
} from './build.ts'
import { publisherScript } from './keys.ts'
import { createOracleReader } from './reader.ts'

type Kind = 'create' | 'fund' | 'register' | 'subscribe' | 'publish'
const text = (value: string) => new TextEncoder().encode(value)

function createOracles(chain: ContractChain): HistoryContract<Kind> {
  const oracles: Uint8Array[] = []
  /** data fees by oracle and publisher */
  const fees = new Map<string, bigint>()
  const oracleFor = ({ pick }: HistoryStep<Kind>) => oracles[pick % Math.max(1, Math.min(2, oracles.length))]
  const publisherFor = ({ pick }: HistoryStep<Kind>) => PEOPLE[pick % PEOPLE.length]!
  const feeFor = ({ amount }: HistoryStep<Kind>) => CONTRACT_FEE * (1n + (amount % 5n))
  const entryFor = (step: HistoryStep<Kind>) => `${oracleFor(step)} ${step.person}`

  function contextFor(person: number): OracleBuildContext {
    const context = chain.contextFor(PEOPLE[person]!)
    const { addressIndex, mempool } = context
    const reader = createOracleReader({ addressIndex, chain: { transaction: chain.model.find }, mempool })
    return { ...context, view: chain.view(), reader }
  }

  function build(step: HistoryStep<Kind>): Transaction | undefined {
    const { kind, person, amount } = step
    const context = contextFor(person)
    if (kind === 'create') {
      return buildOracleCreate({ name: text('O'), description: text('d'), format: text('I') }, context)
    }
    const oracle = oracleFor(step)
    if (oracle === undefined) return undefined
    if (kind === 'fund') return buildOracleFund(oracle, context)
    if (kind === 'register') return buildOracleRegister(oracle, feeFor(step), context)
    if (kind === 'publish') return buildOracleData(oracle, Uint8Array.of(1, 2, 3, 4), context)
    return buildOracleSubscribe({ oracle, publisher: publisherFor(step).pub, amount }, context)
  }

  return {
    build,
    expectedChange(tx, step) {
      const changes = { create: 0n, fund: CONTRACT_FEE, register: -CONTRACT_FEE, subscribe: step.amount }
      if (step.kind !== 'publish') return step.kind === 'wait' ? 0n : changes[step.kind]
      const fee = fees.get(entryFor(step))!
      expect(tx.vout[2]).toEqual({ value: fee, scriptPubKey: PEOPLE[step.person]!.p2pk })
      return -fee
    },
    scripts: () => PEOPLE.map(({ pub }) => publisherScript(pub)),
    confirmed(tx, step) {
      if (step.kind === 'create') oracles.push(computeTxid(tx))
      if (step.kind === 'register') fees.set(entryFor(step), feeFor(step))
    },
    // The baton and one fund output belong to the publisher itself.
    sumAdded: () => 2n * CONTRACT_FEE,
  }
}

describe('random histories of oracles', () => {
  it('keep every coin, are accepted as built, and pay no third party when tampered with', () => {
    const counts = playHistories<Kind>({
      kinds: ['create', 'fund', 'register', 'subscribe', 'publish', 'publish', 'publish'],
      opening: ['create', 'fund', 'fund', 'fund', 'register', 'register', 'subscribe', 'subscribe', 'subscribe'],
      maxAmount: 1_000_000n,
      runs: 14,
      waits: { blocks: 1, seconds: 60 },
      create: createOracles,
    })
    for (const kind of ['create', 'fund', 'register', 'subscribe', 'publish']) {
      expect(counts[kind], kind).toBeGreaterThan(1)
    }
  })
})
