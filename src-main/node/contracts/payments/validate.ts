import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { COIN } from '#shared/units.ts'
import type { CcVerdict, CcView } from '../../core/index.ts'
import type { OutPoint, Transaction } from '../../primitives/index.ts'
import { ccScript, OP } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import type { ValidationContext } from '../contract.ts'
import { CC_VALID, ccInvalid } from '../framework/ccVerdict.ts'
import type { FindTransaction } from '../framework/memoCache.ts'
import { paysTree } from '../framework/outputRules.ts'
import { realFee } from '../framework/realFee.ts'
import {
  decodeOutputData,
  decodePayee,
  findPlanData,
  type OutputData,
  type PayeeData,
  type PaymentsPlan,
} from './codec.ts'
import { PAYMENTS_GLOBAL_SCRIPT, paymentsPlanTree } from './keys.ts'

/** Additional blocks before a merged output may be merged again. */
export const MERGE_BLOCKS = 60
const wrap = (value: bigint): bigint => BigInt.asIntN(64, value)

/** A transaction that spends coins of a plan, with the data it is validated against. */
interface Validation {
  readonly tx: Transaction
  readonly data: Exclude<OutputData, { readonly func: 'F' }>
  readonly plan: PaymentsPlan
  /** script of the plan's own coins */
  readonly planScript: Uint8Array
  readonly view: CcView
  readonly find: FindTransaction
}

/** Validates a transaction that spends coins of payments, in the order of payments.md §3. */
export function validatePayments({ tx, view, find }: Pick<ValidationContext, 'tx' | 'view' | 'find'>): CcVerdict {
  const change = tx.vout[0]
  const data = change && change.value !== 0n ? decodeOutputData(change.scriptPubKey) : undefined
  if (data === undefined || data.func === 'F') return ccInvalid('could not decode ccopret')
  const created = find(data.createTxid)
  if (created === undefined || created.vout.length === 0) return ccInvalid('could not get contract transaction')
  const plan = findPlanData(created)
  if (plan === undefined) return ccInvalid('cannot decode create transaction')
  if (plan.lockedBlocks < 0 || plan.minRelease < 0 || (plan.total <= 0n && plan.top <= 0))
    return ccInvalid('negative values')
  if (plan.minimum < Number(CONTRACT_FEE)) return ccInvalid('minimum must be over 10000')
  const fee = realFee(tx, find)
  if (fee > CONTRACT_FEE + 1n || fee < 0n) return ccInvalid('txfee is too high')
  const planScript = ccScript(paymentsPlanTree(data.createTxid))
  if (!paysTree(change, planScript)) return ccInvalid('change pays wrong address')
  const validation = { tx, data, plan, planScript, view, find }
  const payments = data.func === 'R' ? checkRelease(validation, data.amount) : CC_VALID
  return payments.ok ? checkInputs(validation) : payments
}

const endsWithData = ({ vout }: Transaction): boolean => vout.at(-1)?.scriptPubKey[0] === OP.OP_RETURN

function checkRelease(validation: Validation, amount: bigint): CcVerdict {
  const { plan, tx, find } = validation
  if (amount < BigInt(plan.minRelease) * COIN) return ccInvalid('amount is too small')
  // Payees of other plans come from balance snapshots. This node does not run chains with -ac_snapshot
  // (compatibility.md).
  if (plan.txids === undefined) return ccInvalid('snapshots not activated on this chain')
  const payees: PayeeData[] = []
  let total = 0n
  for (const payee of listPayees(plan.txids, find)) {
    payees.push(payee)
    total = wrap(total + payee.allocation)
    if (payee.opReturn.length === 0) continue
    if (!endsWithData(tx)) return ccInvalid('missing opret in payments release')
    if (!equal(payee.opReturn, tx.vout.at(-1)!.scriptPubKey)) return ccInvalid('pays incorrect opret')
  }
  if (total !== plan.total) return ccInvalid('allocation missmatch')
  return payees.length === 0 ? ccInvalid('missing data cannot validate') : checkPayments(validation, payees, amount)
}

/** Yields the payees, without those whose transaction is missing or has other data. */
export function* listPayees(txids: readonly Uint8Array[], find: FindTransaction): Generator<PayeeData> {
  for (const txid of txids) {
    const tx = find(txid)
    const payee = tx && tx.vout.length > 1 ? decodePayee(tx.vout.at(-1)!.scriptPubKey) : undefined
    if (payee) yield payee
  }
}

/** Computes a payee's share of a release; 64-bit arithmetic wraps as in the reference. @param total must not be 0 */
export function computeShare({ allocation }: Pick<PayeeData, 'allocation'>, amount: bigint, total: bigint): bigint {
  return wrap(allocation * amount) / total
}

function checkPayments({ tx, plan }: Validation, payees: readonly PayeeData[], amount: bigint): CcVerdict {
  const paid = tx.vout.slice(1, endsWithData(tx) ? -1 : undefined)
  const minimum = BigInt(plan.minimum)
  for (const [n, { value, scriptPubKey }] of paid.entries()) {
    const payee = payees[n]
    // With more payments than payees the reference reads out of bounds.
    if (payee === undefined || !equal(payee.scriptPubKey, scriptPubKey)) return ccInvalid('pays wrong address')
    const share = computeShare(payee, amount, plan.total)
    if (share !== value) return ccInvalid('amounts do not match')
    if (share < minimum) return ccInvalid('under minimum size')
  }
  // Off by one in the reference: it checks the payee after the first unpaid one.
  const next = payees[paid.length + 1]
  return next !== undefined && computeShare(next, amount, plan.total) > minimum
    ? ccInvalid('next allocation was not under minimum')
    : CC_VALID
}

function checkInputs(validation: Validation): CcVerdict {
  const { tx, data } = validation
  let dust = 0
  for (const { prevout } of tx.vin) {
    const verdict = checkInput(validation, prevout)
    if (!verdict.ok) return verdict
    if (verdict.value < COIN) dust++
  }
  if (data.func === 'R') return CC_VALID
  if (tx.vin.length < 2) return ccInvalid('must have at least 2 vins to carry out merge')
  return tx.vin.length === dust + 1 ? ccInvalid('cannot merge only dust') : CC_VALID
}

/** Checks that an input may be spent. Returns its satoshis. */
function checkInput(validation: Validation, { hash, index }: OutPoint) {
  const { data, plan, planScript, view } = validation
  const previous = view.transaction(hash)
  const spent = previous?.tx.vout[index]
  if (previous === undefined || spent === undefined) return ccInvalid('cant get vin transaction')
  let blocks = plan.lockedBlocks
  if (spent.value !== 0n && paysTree(spent, PAYMENTS_GLOBAL_SCRIPT)) {
    const named = decodeOutputData(spent.scriptPubKey)
    if (named?.func !== 'F' || !equal(named.createTxid, data.createTxid)) return ccInvalid('vin is not paymentsCC type')
  } else if (spent.value !== 0n && paysTree(spent, planScript)) {
    if (data.func === 'M' && decodeOutputData(spent.scriptPubKey)?.func === 'M') blocks = (blocks + MERGE_BLOCKS) | 0
  } else return ccInvalid('utxo comes from incorrect address')
  // The reference cannot look up unconfirmed transactions.
  const isOld = previous.height !== undefined && ((previous.height + blocks) | 0) <= view.tip().height
  return isOld ? { ok: true as const, value: spent.value } : ccInvalid('vin not elegible')
}
