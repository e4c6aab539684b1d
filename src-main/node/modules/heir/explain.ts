import { MODULE_FEE } from '#shared/protocol/moduleRules.ts'
import type { Transaction } from '../../primitives/index.ts'
import type { ExplainContext, ModuleAction, ModuleExplainer } from '../ccModule.ts'
import { durationText } from '../durationText.ts'
import { keyText } from '../keyText.ts'
import { paysTree } from '../outputRules.ts'
import { tokenUnitsText } from '../sentences.ts'
import { displayText } from '../tokens/displayText.ts'
import { type HeirData, type HeirPlanData, heirDataOf } from './codec.ts'
import { HEIR_MARKER_SCRIPT } from './keys.ts'
import { sharedScript } from './plan.ts'

const MOST_NAME = 64

export const heirExplainer: ModuleExplainer<'heir'> = {
  actionOf(context) {
    const data = heirDataOf(context.tx)
    return data && actionOf(context, data)
  },
  keysOf(tx) {
    const data = heirDataOf(tx)
    return data?.func === 'F' ? [data.owner, data.heir].filter(({ length }) => length > 0) : []
  },
  pairsOf(tx) {
    const data = heirDataOf(tx)
    return data?.func === 'F' && data.owner.length && data.heir.length ? [[data.owner, data.heir]] : []
  },
  markerScripts: [HEIR_MARKER_SCRIPT],
  sentence: (_facts, coins, { say }) => say?.(coins) ?? 'Does something with an inheritance.',
  covers: ({ action }, { n }) => action === 'heir-claim' && n === 0,
}

function actionOf({ tx, find }: ExplainContext, data: HeirData): ModuleAction<'heir'> | undefined {
  const funding = data.func === 'F' ? tx : find(data.fundingTxid)
  const found = funding && heirDataOf(funding)
  const plan = found?.func === 'F' ? found : undefined
  const tokens = data.tokenId !== undefined
  const shared = sharedScript(plan, tokens)
  const locked = new Set(tx.vout.flatMap((output, n) => (shared && paysTree(output, shared) ? [n] : [])))
  const held = [...locked].reduce((sum, n) => sum + tx.vout[n]!.value, 0n)
  const amount = (coins: (value: bigint) => string, value: bigint) => (tokens ? tokenUnitsText(value) : coins(value))
  switch (data.func) {
    case 'F':
      if (locked.size === 0) return undefined
      return {
        name: 'heir-plan',
        locked,
        say: (coins) => `Sets ${amount(coins, held)} aside as an inheritance. ${fallback(data)}`,
      }
    case 'A':
      if (locked.size === 0) return undefined
      return {
        ...{ name: 'heir-add', locked, markers: txidMarkers(tx) },
        say: (coins) => `Adds ${amount(coins, held)} to ${nameOf(plan)}.`,
      }
    case 'C':
      return {
        ...{ name: 'heir-claim', locked },
        say: (coins) =>
          `Takes ${amount(coins, tx.vout[0]?.value ?? 0n)} out of ${nameOf(plan)}. ${plan ? fallback(plan) : ''}`.trim(),
      }
  }
}

/** By which a plan is marked with what was added to it. */
function txidMarkers({ vout }: Transaction): ReadonlySet<number> {
  return new Set(vout[1]?.value === MODULE_FEE ? [1] : [])
}

function nameOf(plan: HeirPlanData | undefined): string {
  const name = plan && displayText(plan.name.subarray(0, MOST_NAME))
  return name ? `the inheritance ${name}` : 'an inheritance'
}

/** When, and to whom. */
const fallback = ({ heir, inactivity }: HeirPlanData): string =>
  `Fallback to ${keyText(heir)} after ${durationText(inactivity)} without a move.`
