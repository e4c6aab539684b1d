import { describe, expect, it } from 'vitest'
import { COIN } from '#shared/units.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import { parsePlanName } from '../framework/planName.ts'
import { type ContractChain, sumValues } from '../testing/contractChain.ts'
import { type HistoryContract, type HistoryStep, PEOPLE, playHistories } from '../testing/histories.ts'
import { buildRewardsFunding, buildRewardsLock, buildRewardsPlan, buildRewardsUnlock } from './build.ts'
import { findRewardsData } from './codec.ts'
import { REWARDS_POOL_SCRIPT } from './keys.ts'

type Kind = 'plan' | 'fund' | 'lock' | 'unlock'
const NAMES = ['GOLD', 'TIN'] as const
const DAY = 86_400n

function createRewards(chain: ContractChain): HistoryContract<Kind> {
  const plans = new Map<string, Uint8Array>()
  const locks: { readonly txid: Uint8Array; readonly name: string; readonly person: number }[] = []
  const nameFor = ({ pick }: HistoryStep<Kind>) => NAMES[pick % 4 === 0 ? 1 : 0]
  const findLock = ({ pick }: HistoryStep<Kind>) => locks[pick % Math.max(1, locks.length)]

  function unlock(step: HistoryStep<Kind>): Transaction | undefined {
    const lock = findLock(step)
    if (lock === undefined) return undefined
    const { name, txid: lockTxid } = lock
    const request = { name, fundingTxid: plans.get(name)!, lockTxid }
    const tx = buildRewardsUnlock(request, chain.contextFor(PEOPLE[step.person]!))
    // If another key unlocks, the return without reward is built as in the reference, which the rules reject
    // (rewards.md §3, 10).
    const isOwn = step.person === lock.person
    return tx.vin.length > 1 || isOwn ? tx : buildRewardsUnlock(request, chain.contextFor(PEOPLE[lock.person]!))
  }

  return {
    build(step) {
      const { kind, person, amount } = step
      if (kind === 'unlock') return unlock(step)
      const context = chain.contextFor(PEOPLE[person]!)
      const name = nameFor(step)
      const fundingTxid = plans.get(name)
      if (kind === 'plan') {
        const terms = { apr: 25n * COIN, minSeconds: DAY, maxSeconds: 300n * DAY, minDeposit: COIN / 10n }
        return buildRewardsPlan({ sbits: parsePlanName(name), ...terms }, amount, context)
      }
      if (fundingTxid === undefined) return undefined
      if (kind === 'fund') return buildRewardsFunding({ name, fundingTxid, amount }, context)
      return buildRewardsLock({ name, fundingTxid, amount }, context)
    },
    expectedChange(tx, { kind, amount }) {
      return kind === 'unlock' ? -sumValues(chain.findSpent(tx)!) + pooled(tx) : amount
    },
    scripts: () => [REWARDS_POOL_SCRIPT],
    confirmed(tx, step) {
      const name = nameFor(step)
      if (step.kind === 'plan') plans.set(name, computeTxid(tx))
      if (step.kind === 'lock') locks.push({ txid: computeTxid(tx), name, person: step.person })
      if (step.kind === 'unlock') locks.splice(locks.indexOf(findLock(step)!), 1)
    },
  }
}

/** Returns the value that an unlock puts back into the pool. */
function pooled(tx: Transaction): bigint {
  expect(findRewardsData(tx)?.func).toBe('U')
  return tx.vin.length === 1 ? 0n : tx.vout[0]!.value
}

describe('random histories of rewards', () => {
  it('keep every coin, are accepted as built, and pay no third party when tampered with', () => {
    const counts = playHistories<Kind>({
      kinds: ['plan', 'fund', 'lock', 'lock', 'unlock', 'unlock'],
      opening: ['plan', 'lock', 'wait'],
      maxAmount: 4n * COIN,
      runs: 60,
      waits: { blocks: 2, seconds: 20 * 86_400 },
      create: createRewards,
    })
    for (const kind of ['plan', 'fund', 'lock', 'unlock']) expect(counts[kind], kind).toBeGreaterThan(10)
  })
})
