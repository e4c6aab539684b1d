import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { CcTransaction, CcVerdict, CcView } from '../../core/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { equal } from '../../util/index.ts'
import type { ValidationContext } from '../contract.ts'
import { computeAge } from '../framework/age.ts'
import { decodeCcInputs, hasEval } from '../framework/ccInputs.ts'
import { CC_VALID, ccInvalid } from '../framework/ccVerdict.ts'
import { checkCcPositions, isCc } from '../framework/outputRules.ts'
import { realFee } from '../framework/realFee.ts'
import { findRewardsData, getPlanTxid, type PlanIdentity, poolValue, type RewardsPlanData } from './codec.ts'
import { computeReward } from './reward.ts'

/** 25 percent per year. */
export const MAX_APR = 25n * 100_000_000n

const NEVER_SPENDS = { F: 'createfunding', A: 'addfunding', L: 'lock' } as const

/** Validates a transaction that spends the pool, in the order of rewards.md §3. */
export function validateRewards({ tx, view, find }: Pick<ValidationContext, 'tx' | 'view' | 'find'>): CcVerdict {
  if (tx.vout.length === 0) return ccInvalid('no vouts')
  const data = findRewardsData(tx)
  if (data === undefined) return ccInvalid('unexpected rewards missing funcid')
  // A plan refers to itself, so it is found only while its own block is being connected.
  const planTxid = getPlanTxid(tx, data)
  const funding = view.transaction(planTxid)
  if (funding === undefined) return ccInvalid('cant find fundingtxid')
  const plan = findRewardsData(funding.tx)
  if (plan?.func !== 'F') return ccInvalid('fundingTx not valid')
  if (plan.apr > MAX_APR) return ccInvalid('excessive APR')
  if (data.func !== 'U') return ccInvalid(`unexpected RewardsValidate for ${NEVER_SPENDS[data.func]}`)

  const lockInput = tx.vin[0]!
  if (equal(lockInput.prevout.hash, planTxid)) return ccInvalid('cant unlock fundingtxid')
  const lock = view.transaction(lockInput.prevout.hash)
  if (lock === undefined) return ccInvalid('always should find vin.0, but didnt')
  const locked = findRewardsData(lock.tx)
  if (locked?.func !== 'L') return ccInvalid('can only unlock locktxid')
  if (!equal(locked.fundingTxid, planTxid)) return ccInvalid('mismatched vinfundingtxid')
  const inputs = decodeCcInputs(tx)
  if (inputs.some((input) => !hasEval(input, EVAL_CODES.rewards))) return ccInvalid('unexpected normal vin for unlock')
  const fee = realFee(tx, find)
  if (fee > CONTRACT_FEE || fee < 0n) return ccInvalid('txfee is too high')
  return validateUnlock({ tx, lock, plan, identity: { sbits: plan.sbits, txid: planTxid }, view })
}

interface Unlock {
  readonly tx: Transaction
  readonly lock: CcTransaction
  readonly plan: RewardsPlanData
  readonly identity: PlanIdentity
  readonly view: CcView
}

function validateUnlock({ tx, lock, plan, identity, view }: Unlock): CcVerdict {
  // The value of the lock's first output counts, even if another of its outputs is spent.
  const [lockedOutput, payee] = lock.tx.vout
  const amount = lockedOutput!.value
  const reward = computeReward(amount, computeAge(lock, view).seconds, plan, view.tip().time)
  if (reward === 0n) return ccInvalid('no eligible rewards')
  if (tx.vin.length === 1 && !isCc(tx.vout[0])) return validateRecovery(tx, lock.tx)

  if (!isCc(lockedOutput)) return ccInvalid('unlock tx vout.0 is normal output')
  if (tx.vout.length !== 3) return ccInvalid('unlock tx wrong number of vouts')
  const [change, paid, last] = tx.vout
  if (!isCc(change)) return ccInvalid('unlock tx vout.0 is normal output')
  if (isCc(paid)) return ccInvalid('unlock tx vout.1 is CC output')
  if (payee === undefined || !equal(paid!.scriptPubKey, payee.scriptPubKey))
    return ccInvalid('unlock tx vout.1 mismatched scriptPubKey')
  const amounts = checkAmounts(tx, identity, CONTRACT_FEE + paid!.value, view)
  if (!amounts.ok) return amounts
  if (paid!.value > amount + reward) return ccInvalid('unlock tx vout.1 isnt amount+reward')
  if (last!.value > 0n) return ccInvalid('unlock tx vout.2 isnt 0')
  return checkCcPositions(tx, { outputs: 1 })
}

/**
 * Checks the return of a lock without a reward. The reference reads missing outputs out of bounds; they are rejected
 * here.
 */
function validateRecovery(tx: Transaction, lock: Transaction): CcVerdict {
  const [back, marker, third] = tx.vout
  if (marker?.value !== CONTRACT_FEE) return ccInvalid('wrong marker vout value')
  if (!equal(marker.scriptPubKey, back!.scriptPubKey))
    return ccInvalid('unlock recover tx vout.1 mismatched scriptPubKey')
  const payee = lock.vout[1]
  if (payee === undefined || !equal(back!.scriptPubKey, payee.scriptPubKey))
    return ccInvalid('unlock recover tx vout.0 mismatched scriptPubKey')
  if (back!.value > lock.vout[0]!.value) return ccInvalid('unlock recover tx vout.0 mismatched amounts')
  if (third === undefined || third.value > 0n) return ccInvalid('unlock recover tx vout.1 nonz amount')
  return CC_VALID
}

/** Checks that the plan's outputs equal its inputs minus `taken`. */
function checkAmounts(tx: Transaction, plan: PlanIdentity, taken: bigint, view: CcView): CcVerdict {
  const inputs = decodeCcInputs(tx)
  let left = 0n
  for (const [i, { prevout }] of tx.vin.entries()) {
    if (!hasEval(inputs[i], EVAL_CODES.rewards)) continue
    const previous = view.transaction(prevout.hash)
    if (previous === undefined) return ccInvalid('always should find vin, but didnt')
    if (previous.height === undefined) return ccInvalid('cant rewards from mempool')
    left += poolValue(previous.tx, prevout.index, plan)
  }
  for (const n of tx.vout.keys()) left -= poolValue(tx, n, plan)
  return left === taken ? CC_VALID : ccInvalid('mismatched inputs != outputs + txfee')
}
