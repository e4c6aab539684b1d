import { describe, expect, it } from 'vitest'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { COIN, formatAmount } from '#shared/units.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import { ccScript } from '../../script/index.ts'
import { toDisplayHex, toHex } from '../../util/index.ts'
import type { ContractChain } from '../testing/contractChain.ts'
import { type HistoryContract, type HistoryStep, PEOPLE, playHistories } from '../testing/histories.ts'
import {
  buildPaymentsFund,
  buildPaymentsMerge,
  buildPaymentsPayee,
  buildPaymentsPlan,
  buildPaymentsRelease,
} from './build.ts'
import { decodeOutputData } from './codec.ts'
import { PAYMENTS_GLOBAL_SCRIPT, paymentsPlanTree } from './keys.ts'

/** 1/256 of a coin: its multiples remain whole satoshis in the doubles with which calls parse coins. */
const UNIT = COIN / 256n
const LOCKED_BLOCKS = 2

type Kind = 'describe' | 'plan' | 'fund' | 'release' | 'merge'

interface Payee {
  readonly txid: string
  readonly person: number
  readonly allocation: bigint
}

interface Plan {
  readonly txid: Uint8Array
  readonly payees: readonly Payee[]
}

function createPayments(chain: ContractChain): HistoryContract<Kind> {
  const payees: Payee[] = []
  const plans: Plan[] = []
  const planFor = ({ pick }: HistoryStep<Kind>) => plans[pick % Math.max(1, Math.min(2, plans.length))]
  const amountFor = ({ amount }: HistoryStep<Kind>) => amount * UNIT
  const allocationFor = ({ amount }: HistoryStep<Kind>) => 1n + (amount % 9n)
  const lastPayees = () => payees.slice(-3)

  function build(step: HistoryStep<Kind>): Transaction | undefined {
    const { kind, person, pick } = step
    const context = chain.contextFor(PEOPLE[person]!)
    const { p2pk } = PEOPLE[person]!
    const toRequest = (...items: readonly (string | number)[]) => JSON.stringify(items)
    if (kind === 'describe') {
      return buildPaymentsPayee(toRequest(Number(allocationFor(step)), toHex(p2pk)), context)
    }
    if (kind === 'plan') {
      return buildPaymentsPlan(toRequest(LOCKED_BLOCKS, 0, ...lastPayees().map(({ txid }) => txid)), context)
    }
    const plan = planFor(step)
    if (plan === undefined) return undefined
    const id = toDisplayHex(plan.txid)
    const coins = formatAmount(amountFor(step))
    if (kind === 'fund') return buildPaymentsFund(toRequest(id, coins, ...(pick % 3 === 0 ? [1] : [])), context)
    if (kind === 'merge') return buildPaymentsMerge(toRequest(id), context)
    return buildPaymentsRelease(toRequest(id, coins), context).tx
  }

  /** Computes the outputs that the receivers must get. */
  function computeShares(step: HistoryStep<Kind>) {
    const { payees: list } = planFor(step)!
    const total = list.reduce((sum, { allocation }) => sum + allocation, 0n)
    return list.map(({ person, allocation }) => {
      return { value: (allocation * amountFor(step)) / total, scriptPubKey: PEOPLE[person]!.p2pk }
    })
  }

  return {
    build,
    expectedChange(tx, step) {
      if (step.kind === 'fund') return amountFor(step)
      if (step.kind === 'merge') return -CONTRACT_FEE
      if (step.kind !== 'release') return 0n
      const shares = computeShares(step)
      expect(tx.vout.slice(1)).toEqual(shares)
      return shares.reduce((sum, { value }) => sum - value, -CONTRACT_FEE)
    },
    scripts: () => [PAYMENTS_GLOBAL_SCRIPT, ...plans.map(({ txid }) => ccScript(paymentsPlanTree(txid)))],
    confirmed(tx, step) {
      const { kind, person } = step
      if (kind === 'describe') {
        payees.push({ txid: toDisplayHex(computeTxid(tx)), person, allocation: allocationFor(step) })
      }
      if (kind === 'plan') plans.push({ txid: computeTxid(tx), payees: lastPayees() })
    },
    // For a merge, the rules do not check outputs other than its change (payments.md §3, 6).
    isUnguarded: (tx) => decodeOutputData(tx.vout[0]!.scriptPubKey)?.func === 'M',
  }
}

describe('random histories of payments', () => {
  it('keep every coin, are accepted as built, and pay no third party when tampered with', () => {
    const counts = playHistories<Kind>({
      kinds: ['describe', 'plan', 'fund', 'fund', 'release', 'release', 'merge'],
      opening: ['describe', 'describe', 'describe', 'plan', 'fund', 'fund', 'wait'],
      maxAmount: 1000n,
      runs: 15,
      waits: { blocks: LOCKED_BLOCKS + 1, seconds: 60 },
      create: createPayments,
    })
    for (const kind of ['describe', 'plan', 'fund', 'release', 'merge']) {
      expect(counts[kind], kind).toBeGreaterThan(2)
    }
  })
})
