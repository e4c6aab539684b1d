import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { COIN, formatAmount } from '#shared/units.ts'
import { ccOne } from '../../conditions/index.ts'
import type { CcTransaction } from '../../core/index.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'
import { p2pkScript } from '../../script/index.ts'
import {
  BuildError,
  finaliseTransaction,
  type SpendableCoin,
  selectNormalInputsWithFallback,
} from '../../transactions/index.ts'
import { equal } from '../../util/index.ts'
import { unspentAt } from '../framework/addressTransactions.ts'
import { computeAge } from '../framework/age.ts'
import type { ContractContext } from '../framework/contractContext.ts'
import { isCc } from '../framework/outputRules.ts'
import { parsePlanName } from '../framework/planName.ts'
import {
  encodeRewards,
  findRewardsData,
  getPlanTxid,
  poolValue,
  type RewardsPlan,
  type RewardsPlanData,
} from './codec.ts'
import { REWARDS_KEY, REWARDS_POOL_SCRIPT } from './keys.ts'
import { planNamed, REWARDS_MARKER_SCRIPT, sumPlanFunds } from './plans.ts'
import { computeReward } from './reward.ts'

const NORMAL_INPUTS = 64
const POOL_INPUTS = 30
const UNLOCKING = [{ tree: ccOne(EVAL_CODES.rewards, REWARDS_KEY.publicKey), privateKey: REWARDS_KEY.privateKey }]

const fail = (text: string): never => {
  throw new BuildError('request', text)
}

/** Builds a plan with these terms and its initial funds. @throws BuildError */
export function buildRewardsPlan(plan: RewardsPlan, funds: bigint, context: ContractContext): Transaction {
  if (funds < COIN) fail('couldnt create rewards funding transaction')
  if (planNamed(plan.sbits, context) !== undefined) fail('couldnt create rewards funding transaction')
  const inputs = selectNormalInputsWithFallback(context, funds + 2n * CONTRACT_FEE, NORMAL_INPUTS)
  if (inputs === undefined) throw new BuildError('funds', 'couldnt create rewards funding transaction')
  const outputs = [
    { value: funds, scriptPubKey: REWARDS_POOL_SCRIPT },
    { value: CONTRACT_FEE, scriptPubKey: REWARDS_MARKER_SCRIPT },
  ]
  const data = encodeRewards({ func: 'F', ...plan })
  return finaliseTransaction({ inputs, outputs, data, unlocking: [] }, context)
}

/**
 * Returns the plan's terms.
 * @throws BuildError unless a confirmed plan has this name, and this id is that of a plan with this name
 */
function requirePlan(
  name: string,
  fundingTxid: Uint8Array,
  missing: string,
  context: ContractContext,
): RewardsPlanData {
  const plan = planNamed(parsePlanName(name), context) ?? fail(missing)
  const funding = context.view.transaction(fundingTxid)
  const named = funding && findRewardsData(funding.tx)
  // Coins paid to an id that is not a plan's could never be spent.
  if (named?.func !== 'F' || named.sbits !== plan.sbits) fail('fundingtxid does not belong to the plan')
  return plan
}

/** Builds a transaction that adds funds to a plan. @throws BuildError */
export function buildRewardsFunding(
  { name, fundingTxid, amount }: { readonly name: string; readonly fundingTxid: Uint8Array; readonly amount: bigint },
  context: ContractContext,
): Transaction {
  const plan = requirePlan(name, fundingTxid, `Rewards plan ${name} doesnt exist\n`, context)
  if (amount <= 0n) fail('funding amount must be positive')
  const inputs = selectNormalInputsWithFallback(context, amount + CONTRACT_FEE, NORMAL_INPUTS)
  if (inputs === undefined) throw new BuildError('funds', 'cant find fundingtxid')
  const data = encodeRewards({ func: 'A', sbits: plan.sbits, fundingTxid })
  const outputs = [{ value: amount, scriptPubKey: REWARDS_POOL_SCRIPT }]
  return finaliseTransaction({ inputs, outputs, data, unlocking: [] }, context)
}

/** Builds a transaction that locks coins of the wallet in a plan. @throws BuildError */
export function buildRewardsLock(
  { name, fundingTxid, amount }: { readonly name: string; readonly fundingTxid: Uint8Array; readonly amount: bigint },
  context: ContractContext,
): Transaction {
  const plan = requirePlan(name, fundingTxid, `Rewards plan ${name} doesnt exist\n`, context)
  if (amount < plan.minDeposit)
    fail(`Rewards plan ${name} deposit ${formatAmount(amount)} < mindeposit ${formatAmount(plan.minDeposit)}\n`)
  if (amount <= 0n) fail('amount must be positive')
  const { funding } = sumPlanFunds({ sbits: plan.sbits, txid: fundingTxid }, context)
  if (funding < amount) fail('couldnt create rewards lock transaction')
  const inputs = selectNormalInputsWithFallback(context, amount + 2n * CONTRACT_FEE, NORMAL_INPUTS)
  if (inputs === undefined) {
    const text = `cant find enough inputs ${formatAmount(funding)} not enough for ${formatAmount(amount)}, make sure you imported privkey for the -pubkey address\n`
    throw new BuildError('funds', text)
  }
  const outputs = [
    { value: amount, scriptPubKey: REWARDS_POOL_SCRIPT },
    { value: CONTRACT_FEE, scriptPubKey: p2pkScript(context.pubkey) },
  ]
  const data = encodeRewards({ func: 'L', sbits: plan.sbits, fundingTxid })
  return finaliseTransaction({ inputs, outputs, data, unlocking: [] }, context)
}

interface UnlockRequest {
  readonly name: string
  readonly fundingTxid: Uint8Array
  /** undefined selects the plan's first lock */
  readonly lockTxid: Uint8Array | undefined
}

/** Builds the unlock of a lock with its reward, or without a reward if the plan lacks funds. @throws BuildError */
export function buildRewardsUnlock(request: UnlockRequest, context: ContractContext): Transaction {
  const { name, fundingTxid } = request
  const sbits = parsePlanName(name)
  if (request.lockTxid && equal(request.lockTxid, fundingTxid)) fail('Rewards plan cant unlock fundingtxid')
  const plan = planNamed(sbits, context) ?? fail('Rewards plan does not exist')
  const lock =
    request.lockTxid === undefined ? firstLock(sbits, fundingTxid, context) : namedLock(request.lockTxid, context)
  const payee = lock?.tx.vout[1]
  if (lock === undefined) throw new BuildError('request', 'amount must be more than txfee')
  if (payee === undefined || isCc(payee)) throw new BuildError('request', 'no normal vout.1 in locktxid')
  const locked = toCoin(lock, 0)
  if (locked.value <= CONTRACT_FEE) fail('amount must be more than txfee')
  const reward = computeReward(locked.value, computeAge(lock, context.view).seconds, plan, context.view.tip().time)
  if (reward <= CONTRACT_FEE) fail('reward 0 is <= the transaction fee')
  const data = encodeRewards({ func: 'U', sbits, fundingTxid })
  const pool = poolCoins({ sbits, txid: fundingTxid }, reward + CONTRACT_FEE, context)
  const held = pool.reduce((sum, { value }) => sum + value, 0n)
  const left = held - reward - CONTRACT_FEE
  if (left < 0n) {
    const outputs: TxOut[] = [
      { value: locked.value - 2n * CONTRACT_FEE, scriptPubKey: payee.scriptPubKey },
      { value: CONTRACT_FEE, scriptPubKey: p2pkScript(context.pubkey) },
    ]
    return finaliseTransaction({ inputs: [locked], outputs, data, unlocking: UNLOCKING, change: false }, context)
  }
  const outputs: TxOut[] = [
    // komodod adds a remainder below the fee to the fee, which the rules reject (rewards.md §3, 8 and 12).
    { value: left, scriptPubKey: REWARDS_POOL_SCRIPT },
    { value: locked.value + reward, scriptPubKey: payee.scriptPubKey },
  ]
  return finaliseTransaction({ inputs: [locked, ...pool], outputs, data, unlocking: UNLOCKING, change: false }, context)
}

function toCoin({ tx, txid }: CcTransaction, index: number): SpendableCoin {
  return { ...tx.vout[index]!, outpoint: { hash: txid, index } }
}

/** Returns the lock with this id. @throws BuildError if its first output is spent, in the chain or the mempool */
function namedLock(lockTxid: Uint8Array, context: ContractContext): CcTransaction {
  for (const { from, index } of unspentAt(REWARDS_POOL_SCRIPT, context)) {
    if (index !== 0 || !equal(from.txid, lockTxid)) continue
    if (context.mempool.spender({ hash: lockTxid, index: 0 }) === undefined) return from
  }
  throw new BuildError('request', 'locktxid/v0 is spent')
}

/** Returns the first unspent lock of a plan. Other pool outputs cannot be unlocked. */
function firstLock(sbits: bigint, fundingTxid: Uint8Array, context: ContractContext): CcTransaction | undefined {
  for (const { from, index, value } of unspentAt(REWARDS_POOL_SCRIPT, context)) {
    const data = findRewardsData(from.tx)
    if (data?.func !== 'L' || data.sbits !== sbits || !equal(data.fundingTxid, fundingTxid)) continue
    const free = context.mempool.spender({ hash: from.txid, index }) === undefined
    if (index === 0 && free && value > CONTRACT_FEE) return from
  }
  return undefined
}

/**
 * Selects pool outputs of a plan, without locks, until they reach the amount. Returns fewer if the plan lacks funds.
 */
function poolCoins(
  plan: { readonly sbits: bigint; readonly txid: Uint8Array },
  amount: bigint,
  context: ContractContext,
) {
  const min = amount / BigInt(POOL_INPUTS)
  const coins: SpendableCoin[] = []
  let sum = 0n
  for (const { from, index, value } of unspentAt(REWARDS_POOL_SCRIPT, context)) {
    if (value < min || sum >= amount || coins.length >= POOL_INPUTS) continue
    const data = findRewardsData(from.tx)
    if (data === undefined || data.func === 'L' || !equal(getPlanTxid(from.tx, data), plan.txid)) continue
    if (poolValue(from.tx, index, plan) === 0n || context.mempool.spender({ hash: from.txid, index })) continue
    coins.push(toCoin(from, index))
    sum += value
  }
  return coins
}
