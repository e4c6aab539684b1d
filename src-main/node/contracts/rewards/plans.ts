import { p2pkScript } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import { transactionsTo, unspentAt } from '../framework/addressTransactions.ts'
import type { ContractReads } from '../framework/contractContext.ts'
import { paysTree } from '../framework/outputRules.ts'
import { findRewardsData, getPlanTxid, type PlanIdentity, poolValue, type RewardsPlanData } from './codec.ts'
import { REWARDS_KEY, REWARDS_POOL_SCRIPT } from './keys.ts'

/** Marker script by which plans are listed. */
export const REWARDS_MARKER_SCRIPT = p2pkScript(REWARDS_KEY.publicKey)

/** Returns the ids of all plans with a marker, oldest first, in internal byte order. */
export function listPlans(reads: ContractReads): Uint8Array[] {
  return [...transactionsTo(REWARDS_MARKER_SCRIPT, reads)]
    .filter(({ tx }) => findRewardsData(tx)?.func === 'F')
    .map(({ txid }) => txid)
}

/** Returns the terms of the oldest confirmed plan of this name, which apply regardless of the plan id in a call. */
export function planNamed(sbits: bigint, reads: ContractReads): RewardsPlanData | undefined {
  for (const { tx } of transactionsTo(REWARDS_POOL_SCRIPT, reads)) {
    if (!paysTree(tx.vout[0], REWARDS_POOL_SCRIPT)) continue
    const data = findRewardsData(tx)
    if (data?.func === 'F' && data.sbits === sbits) return data
  }
  return undefined
}

/** Sums a plan's confirmed outputs in satoshis. */
export function sumPlanFunds(
  plan: PlanIdentity,
  reads: ContractReads,
): { readonly funding: bigint; readonly locked: bigint } {
  let [funding, locked] = [0n, 0n]
  for (const { from, index } of unspentAt(REWARDS_POOL_SCRIPT, reads)) {
    const data = findRewardsData(from.tx)
    if (data === undefined || !equal(getPlanTxid(from.tx, data), plan.txid)) continue
    const value = poolValue(from.tx, index, { ...plan, sbits: data.sbits })
    if (data.func === 'L') locked += value
    else funding += value
  }
  return { funding, locked }
}
