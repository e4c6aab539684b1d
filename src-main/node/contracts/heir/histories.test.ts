import { describe, expect, it } from 'vitest'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { COIN, formatAmount } from '#shared/units.ts'
import { ccOneOfTwo } from '../../conditions/index.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import { ccScript } from '../../script/index.ts'
import type { ContractChain } from '../testing/contractChain.ts'
import { type HistoryContract, type HistoryStep, PEOPLE, playHistories } from '../testing/histories.ts'
import { buildHeirAdd, buildHeirClaim, buildHeirFund } from './build.ts'
import { findHeirData } from './codec.ts'

/** 1/256 of a coin: its multiples remain whole satoshis in the doubles with which calls parse coins. */
const UNIT = COIN / 256n
type Kind = 'fund' | 'add' | 'claim'
const INACTIVITY = 86_400

/** Returns the index of this owner's heir. */
const heirFor = (owner: number): number => (owner + 1) % PEOPLE.length
const SHARED = PEOPLE.map(({ pub }, n) => ccScript(ccOneOfTwo(EVAL_CODES.heir, pub, PEOPLE[heirFor(n)]!.pub)))

const fundsFor = ({ amount }: HistoryStep<Kind>): bigint => amount * UNIT

function createHeirs(chain: ContractChain): HistoryContract<Kind> {
  const plans: { readonly txid: Uint8Array; readonly owner: number; readonly time: number }[] = []
  const now = () => chain.model.tip().time

  function move(step: HistoryStep<Kind>): Transaction | undefined {
    const { kind, person, pick } = step
    const amount = fundsFor(step)
    const plan = plans[pick % Math.max(1, plans.length)]
    if (plan === undefined) return undefined
    const context = chain.contextFor(PEOPLE[person]!)
    if (kind === 'add') return buildHeirAdd(plan.txid, formatAmount(amount), context)
    const tx = buildHeirClaim(plan.txid, formatAmount(amount), context)
    if (person !== plan.owner) {
      expect(person, 'the claimant').toBe(heirFor(plan.owner))
      expect(now() - plan.time, 'seconds before the heir').toBeGreaterThan(INACTIVITY)
    }
    expect(tx.vout[0]).toEqual({ value: amount, scriptPubKey: PEOPLE[person]!.p2pk })
    return tx
  }

  return {
    build(step) {
      const { kind, person } = step
      if (kind !== 'fund') return move(step)
      const heir = PEOPLE[heirFor(person)]!.pub
      const terms = { name: 'W', heir, inactivity: `${INACTIVITY}`, memo: '', tokenId: undefined }
      return buildHeirFund({ funds: formatAmount(fundsFor(step)), ...terms }, chain.contextFor(PEOPLE[person]!))
    },
    expectedChange: (_tx, step) => (step.kind === 'claim' ? -fundsFor(step) : fundsFor(step)),
    scripts: () => SHARED,
    confirmed(tx, { kind, person }) {
      if (kind === 'fund') plans.push({ txid: computeTxid(tx), owner: person, time: now() })
    },
    // Any key that may sign a claim decides where its coins go (heir.md §4, 8).
    isUnguarded: (tx) => findHeirData(tx)?.func === 'C',
  }
}

describe('random histories of heirs', () => {
  it('keep every coin, are accepted as built, and are rejected when tampered with', () => {
    const counts = playHistories<Kind>({
      kinds: ['fund', 'add', 'claim', 'claim', 'claim'],
      opening: ['fund'],
      maxAmount: 700n,
      runs: 50,
      waits: { blocks: 1, seconds: INACTIVITY / 2 },
      create: createHeirs,
    })
    for (const kind of ['fund', 'add', 'claim']) expect(counts[kind], kind).toBeGreaterThan(10)
  })
})
