import { type Phrase, type Sentence, say } from '#shared/sentences/sentence.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'
import { equal } from '../../util/index.ts'
import type { ContractAction, ContractExplainer, ExplainContext } from '../contract.ts'
import { paysTree } from '../framework/outputRules.ts'
import { durationPhrase, namePhrase } from '../framework/phrases.ts'
import { planName } from '../framework/planName.ts'
import { findRewardsData, getPlanTxid, type RewardsData, type RewardsPlan } from './codec.ts'
import { REWARDS_POOL_SCRIPT } from './keys.ts'
import { REWARDS_MARKER_SCRIPT } from './plans.ts'

/** Index of the output that an unlock pays, and of the output of a lock that names the payee. */
const PAYEE = 1

export const rewardsExplainer: ContractExplainer<'rewards'> = {
  actionOf(context) {
    const data = findRewardsData(context.tx)
    return data && findAction(context, data)
  },
  sentence: (_facts, coins, { say: own }) => own?.(coins) ?? say('rewards.unknown'),
  covers: ({ action }, { n }) => action === 'rewards-unlock' && n <= PAYEE,
}

/** Returns true for the marker output by which a plan is found. */
const isMarker = ({ scriptPubKey }: TxOut): boolean => equal(scriptPubKey, REWARDS_MARKER_SCRIPT)

const poolOutputs = ({ vout }: Transaction): Set<number> =>
  new Set(vout.flatMap((output, n) => (paysTree(output, REWARDS_POOL_SCRIPT) ? [n] : [])))

function findAction({ tx, find }: ExplainContext, data: RewardsData): ContractAction<'rewards'> | undefined {
  const locked = poolOutputs(tx)
  const held = [...locked].reduce((sum, n) => sum + tx.vout[n]!.value, 0n)
  const name = namePhrase(planName(data.sbits))
  const funding = data.func === 'F' ? tx : find(getPlanTxid(tx, data))
  const found = funding && findRewardsData(funding)
  const plan = found?.func === 'F' ? found : undefined
  if (data.func !== 'U' && locked.size === 0) return undefined
  switch (data.func) {
    case 'F':
      return {
        name: 'rewards-plan',
        locked,
        markers: new Set(tx.vout.flatMap((output, n) => (isMarker(output) ? [n] : []))),
        say: (coins) =>
          say<string | Phrase>(isFixed(data) ? 'rewards.creates' : 'rewards.createsRange', {
            ...{ name, coins: coins(held), least: coins(data.minDeposit) },
            ...formatTerms(data),
          }),
      }
    case 'A':
      return { name: 'rewards-add', locked, say: (coins) => say('rewards.adds', { coins: coins(held), name }) }
    case 'L':
      return { name: 'rewards-lock', locked, say: (coins) => lockSentence({ coins: coins(held), name }, plan) }
    case 'U': {
      const paid = tx.vout[locked.has(0) ? PAYEE : 0]?.value ?? 0n
      return { name: 'rewards-unlock', locked, say: (coins) => say('rewards.unlocks', { coins: coins(paid), name }) }
    }
  }
}

/** Formats an annual rate; 1e8 is one percent. */
export function percentText(apr: bigint): string {
  const whole = apr / 100_000_000n
  const rest = (apr % 100_000_000n).toString().padStart(8, '0').replace(/0+$/, '')
  return `${whole}${rest === '' ? '' : `.${rest}`} %`
}

const isFixed = ({ minSeconds, maxSeconds }: RewardsPlan): boolean => minSeconds === maxSeconds

function formatTerms(plan: RewardsPlan): Readonly<Record<string, string | Phrase>> {
  const { minSeconds, maxSeconds, apr } = plan
  const min = durationPhrase(minSeconds)
  return { rate: percentText(apr), min, ...(isFixed(plan) ? {} : { max: durationPhrase(maxSeconds) }) }
}

function lockSentence(values: Readonly<Record<string, string | Phrase>>, plan: RewardsPlan | undefined): Sentence {
  if (plan === undefined) return say('rewards.locksUnknown', values)
  return say(isFixed(plan) ? 'rewards.locks' : 'rewards.locksRange', { ...values, ...formatTerms(plan) })
}
