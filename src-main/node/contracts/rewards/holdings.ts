import type { Transaction } from '../../primitives/index.ts'
import { toHex } from '../../util/index.ts'
import { transactionsTo, unspentAt } from '../framework/addressTransactions.ts'
import { computeAge } from '../framework/age.ts'
import type { ContractReads } from '../framework/contractContext.ts'
import { isCc, paysTree } from '../framework/outputRules.ts'
import { findRewardsData, getPlanTxid, poolValue, type RewardsPlanData } from './codec.ts'
import { REWARDS_POOL_SCRIPT } from './keys.ts'
import { REWARDS_MARKER_SCRIPT } from './plans.ts'
import { computeReward } from './reward.ts'
import { MAX_APR } from './validate.ts'

/** Maximum reward, in satoshis, for which no unlock is built. */
const MAX_UNPAID_REWARD = 10_000n

/**
 * Why coins should not be locked in a plan: `copy` if an older plan has its name, `never` if its terms never allow an
 * unlock.
 */
export type PlanTrouble = 'none' | 'copy' | 'never'

export interface PlanHoldings {
  readonly txid: Uint8Array
  readonly terms: RewardsPlanData
  readonly trouble: PlanTrouble
  /** satoshis available for rewards in confirmed outputs */
  readonly funding: bigint
  /** satoshis locked by all users */
  readonly locked: bigint
}

/** waiting: unconfirmed; locked: too early; ready: can be unlocked; leaving: its unlock is in the mempool */
export type RewardLockState = 'waiting' | 'locked' | 'ready' | 'leaving'

export interface LockHoldings {
  readonly txid: Uint8Array
  readonly plan: PlanHoldings
  readonly amount: bigint
  /** script that receives the coins when they are unlocked */
  readonly payee: Uint8Array
  readonly state: RewardLockState
  /** seconds since confirmation, by block times */
  readonly age: number
  /** block time in unix seconds; undefined while unconfirmed */
  readonly since: number | undefined
  /** reward in satoshis accrued so far; not paid before the plan's minimum time */
  readonly earned: bigint
  /** reward in satoshis after the plan's maximum time */
  readonly most: bigint
}

interface Sums {
  funding: bigint
  locked: bigint
}

const isNever = ({ apr, maxSeconds }: RewardsPlanData): boolean =>
  apr === 0n || apr > MAX_APR || BigInt.asIntN(64, maxSeconds) <= 0n

/** Returns all plans with a marker, oldest first, with their funds. */
export function planHoldings(reads: ContractReads): PlanHoldings[] {
  const named = new Map<bigint, string>()
  for (const { tx, txid } of transactionsTo(REWARDS_POOL_SCRIPT, reads)) {
    const data = findRewardsData(tx)
    if (data?.func !== 'F' || named.has(data.sbits) || !paysTree(tx.vout[0], REWARDS_POOL_SCRIPT)) continue
    named.set(data.sbits, toHex(txid))
  }
  const sums = sumsOfPlans(reads)
  const plans: PlanHoldings[] = []
  for (const { tx, txid } of transactionsTo(REWARDS_MARKER_SCRIPT, reads)) {
    const terms = findRewardsData(tx)
    if (terms?.func !== 'F') continue
    const oldest = named.get(terms.sbits) === toHex(txid)
    const { funding, locked } = sums.get(planKey(txid, terms.sbits)) ?? { funding: 0n, locked: 0n }
    plans.push({ txid, terms, trouble: isNever(terms) ? 'never' : oldest ? 'none' : 'copy', funding, locked })
  }
  return plans
}

const planKey = (txid: Uint8Array, sbits: bigint): string => `${toHex(txid)} ${sbits}`

/** Sums the pool by plan in a single pass, because all plans share the pool. */
function sumsOfPlans(reads: ContractReads): ReadonlyMap<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const { from, index } of unspentAt(REWARDS_POOL_SCRIPT, reads)) {
    const data = findRewardsData(from.tx)
    if (data === undefined) continue
    const plan = { txid: getPlanTxid(from.tx, data), sbits: data.sbits }
    const key = planKey(plan.txid, plan.sbits)
    const sum = sums.get(key) ?? { funding: 0n, locked: 0n }
    sum[data.func === 'L' ? 'locked' : 'funding'] += poolValue(from.tx, index, plan)
    sums.set(key, sum)
  }
  return sums
}

/**
 * Lists the locks that pay back to own scripts, oldest first, then those in the mempool.
 * @param plans result of `planHoldings`; locks of other plans cannot be unlocked and are omitted
 */
export function lockHoldings(
  plans: readonly PlanHoldings[],
  reads: ContractReads,
  isOwn: (script: Uint8Array) => boolean,
): LockHoldings[] {
  const known = new Map(plans.map((plan) => [planKey(plan.txid, plan.terms.sbits), plan]))
  const own = (tx: Transaction) => {
    const data = findRewardsData(tx)
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
    const age = computeAge(from, reads.view).seconds
    const { terms } = lock.plan
    const leaving = reads.mempool.spender({ hash: from.txid, index }) !== undefined
    const ready = computeReward(lock.amount, age, terms, tipTime) > MAX_UNPAID_REWARD
    locks.push({
      ...{ txid: from.txid, age, since: from.blockTime, ...lock, most: computeMaxReward(lock.amount, terms, tipTime) },
      state: leaving ? 'leaving' : ready ? 'ready' : 'locked',
      earned: computeReward(lock.amount, age, { ...terms, minSeconds: 0n }, tipTime),
    })
  }
  for (const { tx, txid } of reads.mempool.entries()) {
    const lock = paysTree(tx.vout[0], REWARDS_POOL_SCRIPT) ? own(tx) : undefined
    if (!lock) continue
    const most = computeMaxReward(lock.amount, lock.plan.terms, tipTime)
    locks.push({ ...{ txid, age: 0, since: undefined, ...lock, most }, state: 'waiting', earned: 0n })
  }
  return locks
}

function computeMaxReward(amount: bigint, terms: RewardsPlanData, tipTime: number): bigint {
  const longest = BigInt.asIntN(64, terms.maxSeconds)
  const seconds = longest > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(longest)
  return computeReward(amount, Math.max(0, seconds), { ...terms, minSeconds: 0n }, tipTime)
}
