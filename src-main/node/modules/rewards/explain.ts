import type { Transaction } from '../../primitives/index.ts'
import type { ExplainContext, ModuleAction, ModuleExplainer } from '../ccModule.ts'
import { durationText } from '../durationText.ts'
import { paysTree } from '../outputRules.ts'
import type { CoinText } from '../sentences.ts'
import { displayText } from '../tokens/displayText.ts'
import { planTxidOf, type RewardsData, type RewardsPlan, rewardsDataOf } from './codec.ts'
import { REWARDS_POOL_SCRIPT } from './keys.ts'
import { planName } from './planName.ts'

/** The output of an unlock, and of a lock the one that says who gets it back. */
const PAYEE = 1

export const rewardsExplainer: ModuleExplainer<'rewards'> = {
  actionOf(context) {
    const data = rewardsDataOf(context.tx)
    return data && actionOf(context, data)
  },
  sentence: (_facts, coins, { say }) => say?.(coins) ?? 'Does something with a plan of rewards.',
  covers: ({ action }, { n }) => action === 'rewards-unlock' && n <= PAYEE,
}

const poolOutputs = ({ vout }: Transaction): Set<number> =>
  new Set(vout.flatMap((output, n) => (paysTree(output, REWARDS_POOL_SCRIPT) ? [n] : [])))

function actionOf({ tx, find }: ExplainContext, data: RewardsData): ModuleAction<'rewards'> | undefined {
  const locked = poolOutputs(tx)
  const held = [...locked].reduce((sum, n) => sum + tx.vout[n]!.value, 0n)
  const name = nameText(data.sbits)
  const funding = data.func === 'F' ? tx : find(planTxidOf(tx, data))
  const found = funding && rewardsDataOf(funding)
  const plan = found?.func === 'F' ? found : undefined
  if (data.func !== 'U' && locked.size === 0) return undefined
  switch (data.func) {
    case 'F':
      return {
        name: 'rewards-plan',
        locked,
        say: (coins) =>
          `Creates the rewards plan ${name} with ${coins(held)}${plan ? `: ${termsText(plan, coins)}` : ''}.`,
      }
    case 'A':
      return { name: 'rewards-add', locked, say: (coins) => `Adds ${coins(held)} to the rewards plan ${name}.` }
    case 'L':
      return { name: 'rewards-lock', locked, say: (coins) => lockText(coins(held), name, plan) }
    case 'U': {
      const paid = tx.vout[locked.has(0) ? PAYEE : 0]?.value ?? 0n
      return { name: 'rewards-unlock', locked, say: (coins) => `Unlocks ${coins(paid)} from the rewards plan ${name}.` }
    }
  }
}

/** Names are any bytes: what they show is made visible. */
const nameText = (sbits: bigint): string => displayText(planName(sbits)) || 'without a name'

/** 1e8 is one percent. */
export function percentText(apr: bigint): string {
  const whole = apr / 100_000_000n
  const rest = (apr % 100_000_000n).toString().padStart(8, '0').replace(/0+$/, '')
  return `${whole}${rest === '' ? '' : `.${rest}`} %`
}

function spanText({ minSeconds, maxSeconds }: RewardsPlan): string {
  return minSeconds === maxSeconds
    ? `for ${durationText(minSeconds)}`
    : `for ${durationText(minSeconds)} to ${durationText(maxSeconds)}`
}

function termsText(plan: RewardsPlan, coins: CoinText): string {
  return `${percentText(plan.apr)} a year on coins locked ${spanText(plan)}, at least ${coins(plan.minDeposit)}`
}

function lockText(amount: string, name: string, plan: RewardsPlan | undefined): string {
  if (plan === undefined) return `Locks ${amount} in the rewards plan ${name}, which is not known here.`
  return `Locks ${amount} ${spanText(plan)} at ${percentText(plan.apr)} a year, in the rewards plan ${name}.`
}
