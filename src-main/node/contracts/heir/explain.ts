import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { type Phrase, say } from '#shared/sentences/sentence.ts'
import type { Transaction } from '../../primitives/index.ts'
import type { ContractAction, ContractExplainer, ExplainContext } from '../contract.ts'
import { paysTree } from '../framework/outputRules.ts'
import { durationPhrase, keyPhrase, namePhrase } from '../framework/phrases.ts'
import { type CoinText, unitsPhrase } from '../framework/sentences.ts'
import { findHeirData, type HeirData, type HeirPlanData } from './codec.ts'
import { HEIR_MARKER_SCRIPT } from './keys.ts'
import { sharedScript } from './plan.ts'

const MAX_NAME_LENGTH = 64

export const heirExplainer: ContractExplainer<'heir'> = {
  actionOf(context) {
    const data = findHeirData(context.tx)
    return data && findAction(context, data)
  },
  keysOf(tx) {
    const data = findHeirData(tx)
    return data?.func === 'F' ? [data.owner, data.heir].filter(({ length }) => length > 0) : []
  },
  pairsOf(tx) {
    const data = findHeirData(tx)
    return data?.func === 'F' && data.owner.length && data.heir.length ? [[data.owner, data.heir]] : []
  },
  markerScripts: [HEIR_MARKER_SCRIPT],
  sharing: say('heir.sharing'),
  sentence: (_facts, coins, { say: own }) => own?.(coins) ?? say('heir.unknown'),
  covers: ({ action }, { n }) => action === 'heir-claim' && n === 0,
}

function findAction({ tx, find }: ExplainContext, data: HeirData): ContractAction<'heir'> | undefined {
  const funding = data.func === 'F' ? tx : find(data.fundingTxid)
  const found = funding && findHeirData(funding)
  const plan = found?.func === 'F' ? found : undefined
  const tokens = data.tokenId !== undefined
  const shared = sharedScript(plan, tokens)
  const locked = new Set(tx.vout.flatMap((output, n) => (shared && paysTree(output, shared) ? [n] : [])))
  const held = [...locked].reduce((sum, n) => sum + tx.vout[n]!.value, 0n)
  const amount = (coins: CoinText, value: bigint) => (tokens ? unitsPhrase(value) : coins(value))
  const name = namePhrase(plan?.name.subarray(0, MAX_NAME_LENGTH) ?? new Uint8Array())
  switch (data.func) {
    case 'F':
      if (locked.size === 0) return undefined
      return {
        name: 'heir-plan',
        locked,
        say: (coins) => say<string | Phrase>('heir.sets', { amount: amount(coins, held), ...formatTerms(data) }),
      }
    case 'A':
      if (locked.size === 0) return undefined
      return {
        ...{ name: 'heir-add', locked, markers: txidMarkers(tx) },
        say: (coins) => say('heir.adds', { amount: amount(coins, held), name }),
      }
    case 'C':
      return {
        ...{ name: 'heir-claim', locked },
        say(coins) {
          const taken = { amount: amount(coins, tx.vout[0]?.value ?? 0n), name }
          return plan
            ? say<string | Phrase>('heir.takesWithTerms', { ...taken, ...formatTerms(plan) })
            : say<string | Phrase>('heir.takes', taken)
        },
      }
  }
}

/** Returns the index of the marker by which added funds refer to their plan. */
function txidMarkers({ vout }: Transaction): ReadonlySet<number> {
  return new Set(vout[1]?.value === CONTRACT_FEE ? [1] : [])
}

/** Phrases for heir and waiting time. */
const formatTerms = ({ heir, inactivity }: HeirPlanData) => ({
  heir: keyPhrase(heir),
  time: durationPhrase(inactivity),
})
