import type { Transaction } from '../../primitives/index.ts'
import { toHex } from '../../util/index.ts'
import { transactionsTo, unspentAt } from '../framework/addressTransactions.ts'
import { ageOf } from '../framework/age.ts'
import type { ContractReads } from '../framework/contractContext.ts'
import { isCc, paysTree } from '../framework/outputRules.ts'
import { planTxidOf, poolValue, type RewardsPlanData, rewardsDataOf } from './codec.ts'
import { REWARDS_POOL_SCRIPT } from './keys.ts'
import { REWARDS_MARKER_SCRIPT } from './plans.ts'
import { rewardOf } from './reward.ts'
import { MAX_APR } from './validate.ts'

/** A reward up to this is none that an unlock is built for. */
const LEAST_REWARD = 10_000n

/** Why nobody should lock coins in a plan: an older one has its name, or by its terms no lock is ever paid back. */
export type PlanTrouble = 'none' | 'copy' | 'never'

export interface PlanHoldings {
  readonly txid: Uint8Array
  readonly terms: RewardsPlanData
  readonly trouble: PlanTrouble
  /** satoshis that rewards are paid from, by confirmed outputs */
  readonly funding: bigint
  /** satoshis locked by anybody */
  readonly locked: bigint
}

/** waiting: not in a block; locked: too early; ready: can be unlocked; leaving: its unlock waits for a block */
export type RewardLockState = 'waiting' | 'locked' | 'ready' | 'leaving'

export interface LockHoldings {
  readonly txid: Uint8Array
  readonly plan: PlanHoldings
  readonly amount: bigint
  /** who gets it back */
  readonly payee: Uint8Array
  readonly state: RewardLockState
  /** seconds in the chain, by the times of blocks */
  readonly age: number
  /** unix seconds of its block; undefined while it waits */
  readonly since: number | undefined
  /** satoshis that have grown so far; nothing of it is paid before the plan's shortest time */
  readonly earned: bigint
  /** satoshis at the plan's longest time */
  readonly most: bigint
}

interface Sums {
  funding: bigint
  locked: bigint
}

const isNever = ({ apr, maxSeconds }: RewardsPlanData): boolean =>
  apr === 0n || apr > MAX_APR || BigInt.asIntN(64, maxSeconds) <= 0n

/** All plans with a marker, oldest first, with what they hold. */
export function planHoldings(reads: ContractReads): PlanHoldings[] {
  const named = new Map<bigint, string>()
  for (const { tx, txid } of transactionsTo(REWARDS_POOL_SCRIPT, reads)) {
    const data = rewardsDataOf(tx)
    if (data?.func !== 'F' || named.has(data.sbits) || !paysTree(tx.vout[0], REWARDS_POOL_SCRIPT)) continue
    named.set(data.sbits, toHex(txid))
  }
  const sums = sumsOfPlans(reads)
  const plans: PlanHoldings[] = []
  for (const { tx, txid } of transactionsTo(REWARDS_MARKER_SCRIPT, reads)) {
    const terms = rewardsDataOf(tx)
    if (terms?.func !== 'F') continue
    const oldest = named.get(terms.sbits) === toHex(txid)
    const { funding, locked } = sums.get(planKey(txid, terms.sbits)) ?? { funding: 0n, locked: 0n }
    plans.push({ txid, terms, trouble: isNever(terms) ? 'never' : oldest ? 'none' : 'copy', funding, locked })
  }
  return plans
}

const planKey = (txid: Uint8Array, sbits: bigint): string => `${toHex(txid)} ${sbits}`

/** One pass over the pool, which all plans share. */
function sumsOfPlans(reads: ContractReads): ReadonlyMap<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const { from, index } of unspentAt(REWARDS_POOL_SCRIPT, reads)) {
    const data = rewardsDataOf(from.tx)
    if (data === undefined) continue
    const plan = { txid: planTxidOf(from.tx, data), sbits: data.sbits }
    const key = planKey(plan.txid, plan.sbits)
    const sum = sums.get(key) ?? { funding: 0n, locked: 0n }
    sum[data.func === 'L' ? 'locked' : 'funding'] += poolValue(from.tx, index, plan)
    sums.set(key, sum)
  }
  return sums
}

/**
 * Locks whose coins go back to scripts that are one's own, oldest first; those in the mempool at the end.
 * @param plans of `planHoldings`; locks of others cannot be unlocked and are left out
 */
export function lockHoldings(
  plans: readonly PlanHoldings[],
  reads: ContractReads,
  isOwn: (script: Uint8Array) => boolean,
): LockHoldings[] {
  const known = new Map(plans.map((plan) => [planKey(plan.txid, plan.terms.sbits), plan]))
  const own = (tx: Transaction) => {
    const data = rewardsDataOf(tx)
    const payee = tx.vout[1]
    if (data?.func !== 'L' || !payee || isCc(payee) || !isOwn(payee.scriptPubKey)) return undefined
    const plan = known.get(planKey(data.fundingTxid, data.sbits))
    return plan && { plan, payee: payee.scriptPubKey, amount: tx.vout[0]!.value }
  }
  const locks: LockHoldings[] = []
  const tipTime = reads.view.tip().time
  for (const { from, index } of unspentAt(REWARDS_POOL_SCRIPT, reads)) {
    const lock = index === 0 ? own(from.tx) : undefined
    if (!lock) continue
    const age = ageOf(from, reads.view).seconds
    const { terms } = lock.plan
    const leaving = reads.mempool.spender({ hash: from.txid, index }) !== undefined
    const ready = rewardOf(lock.amount, age, terms, tipTime) > LEAST_REWARD
    locks.push({
      ...{ txid: from.txid, age, since: from.blockTime, ...lock, most: mostOf(lock.amount, terms, tipTime) },
      state: leaving ? 'leaving' : ready ? 'ready' : 'locked',
      earned: rewardOf(lock.amount, age, { ...terms, minSeconds: 0n }, tipTime),
    })
  }
  for (const { tx, txid } of reads.mempool.entries()) {
    const lock = paysTree(tx.vout[0], REWARDS_POOL_SCRIPT) ? own(tx) : undefined
    if (!lock) continue
    const most = mostOf(lock.amount, lock.plan.terms, tipTime)
    locks.push({ ...{ txid, age: 0, since: undefined, ...lock, most }, state: 'waiting', earned: 0n })
  }
  return locks
}

function mostOf(amount: bigint, terms: RewardsPlanData, tipTime: number): bigint {
  const longest = BigInt.asIntN(64, terms.maxSeconds)
  const seconds = longest > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(longest)
  return rewardOf(amount, Math.max(0, seconds), { ...terms, minSeconds: 0n }, tipTime)
}
