import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { CcVerdict, CcView } from '../../core/index.ts'
import { computeTxid, type Transaction, type TxOut } from '../../primitives/index.ts'
import { findScriptAddress, OP } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import type { ValidationContext } from '../contract.ts'
import { computeAge } from '../framework/age.ts'
import { decodeCcInputs, hasEval, stopsReference } from '../framework/ccInputs.ts'
import { CC_VALID, ccInvalid, UNREADABLE_INPUT } from '../framework/ccVerdict.ts'
import { checkCcPositions, isCc, paysTree } from '../framework/outputRules.ts'
import { computeWinnings } from './calc.ts'
import { type DiceIdentity, type DiceMoveData, type DicePlanData, diceValue, findDiceData } from './codec.ts'
import { DICE_POOL_SCRIPT } from './keys.ts'

const MAX_ODDS = 9999n

/** Error for missing outputs, which the reference reads out of bounds. */
const MISSING = 'unexpected dice missing vouts'

/** A transaction that spends the pool, with the data it is validated against. */
interface Validation {
  readonly tx: Transaction
  readonly data: DiceMoveData
  readonly plan: DicePlanData
  readonly identity: DiceIdentity
  /** script of the dealer */
  readonly dealerScript: Uint8Array
  readonly view: CcView
}

/** Validates a transaction that spends the pool, in the order of dice.md §4. */
export function validateDice({ tx, view }: Pick<ValidationContext, 'tx' | 'view'>): CcVerdict {
  if (tx.vout.length === 0) return ccInvalid('no vouts')
  const data = findDiceData(tx)
  if (data === undefined) return ccInvalid('unexpected dice missing funcid')
  const planTxid = data.func === 'F' ? computeTxid(tx) : data.fundingTxid
  const funding = view.transaction(planTxid)
  if (funding === undefined) return ccInvalid('cant find fundingtxid')
  const plan = findDiceData(funding.tx)
  if (plan?.func !== 'F') return ccInvalid('fundingTx not valid')
  if (plan.maxOdds > MAX_ODDS) return ccInvalid('maxodds too big')
  const dealerScript = funding.tx.vout[1]?.scriptPubKey
  if (dealerScript === undefined) return ccInvalid(MISSING)
  if (data.func === 'F') return ccInvalid('unexpected DiceValidate for createfunding')
  if (data.func === 'E') return ccInvalid('unexpected DiceValidate for addfunding entropy')
  // The rules of a refund check only its first input, so an unreadable input is allowed there.
  if (data.func !== 'R' && stopsReference(tx)) return ccInvalid(UNREADABLE_INPUT)
  const validation = { tx, data, plan, identity: { sbits: plan.sbits, txid: planTxid }, dealerScript, view }
  if (data.func === 'B') return validateBet(validation)
  return data.func === 'R' ? validateRefund(validation) : validateSettlement(validation)
}

function validateBet({ tx, data, plan, dealerScript, view }: Validation): CcVerdict {
  const [pool, bet, odds] = tx.vout
  const input = tx.vin[0]!
  if (decodeCcInputs(tx)[0] === undefined) return ccInvalid('vin.0 is normal for bet')
  if (!isCc(pool)) return ccInvalid('vout.0 is normal for bet')
  if (!isCc(bet)) return ccInvalid('vout.1 is normal for bet')
  const entropy = view.transaction(input.prevout.hash)?.tx
  if (entropy === undefined) return ccInvalid('always should find vin.0, but didnt for bet')
  const tag = entropy.vout[1]
  if (tag === undefined || !equal(tag.scriptPubKey, dealerScript))
    return ccInvalid('entropy tx not fundingPubKey for bet')
  if (!paysTree(pool, DICE_POOL_SCRIPT, entropy.vout[input.prevout.index]?.value))
    return ccInvalid('vout[0] != entropy nValue for bet')
  if (!paysTree(bet, DICE_POOL_SCRIPT)) return ccInvalid('vout[1] constrain violation for bet')
  if (odds === undefined || odds.value <= CONTRACT_FEE || exceeds(odds.value, plan))
    return ccInvalid('vout[2] nValue violation for bet')
  const origin = checkOrigin(entropy, data.fundingTxid, dealerScript, view)
  return origin.ok ? checkCcPositions(tx, { inputs: 1, outputs: 2 }) : origin
}

/** The reference adds and compares unsigned: with maxOdds of −10,000 or less, no value exceeds the limit. */
function exceeds(value: bigint, { maxOdds }: DicePlanData): boolean {
  return value > BigInt.asUintN(64, CONTRACT_FEE + maxOdds)
}

/**
 * Checks that the dealer paid for the entropy transaction, or that it spends an output of the plan's own transaction.
 */
export function checkOrigin(
  entropy: Transaction,
  planTxid: Uint8Array,
  dealerScript: Uint8Array,
  view: Pick<CcView, 'transaction'>,
): CcVerdict {
  const { hash, index } = entropy.vin[0]?.prevout ?? { hash: new Uint8Array(32), index: 0 }
  const origin = view.transaction(hash)?.tx
  if (origin === undefined || origin.vout.length === 0)
    return ccInvalid('always should find vinofvin.0, but didnt for bet')
  if (equal(hash, planTxid)) return CC_VALID
  return isFrom(origin.vout[index], dealerScript) ? CC_VALID : ccInvalid('vin1 of entropy tx not fundingPubKey for bet')
}

/** Returns true if an output has this script or its address. */
export function isFrom(output: TxOut | undefined, script: Uint8Array): boolean {
  if (output === undefined) return false
  if (equal(output.scriptPubKey, script)) return true
  const address = findScriptAddress(script, { cc: true })
  return address !== undefined && findScriptAddress(output.scriptPubKey, { cc: true }) === address
}

/** Validates a dealer's refund. Only its first input is checked, so it can take any amount from the pool. */
function validateRefund({ tx, dealerScript, view }: Validation): CcVerdict {
  const { hash, index } = tx.vin[0]!.prevout
  const previous = view.transaction(hash)?.tx
  if (previous === undefined) return ccInvalid('always should find vin.0, but didnt for refund')
  return isFrom(previous.vout[index], dealerScript) ? CC_VALID : ccInvalid('vin.0 not from fundingPubKey for refund')
}

/** The bet that a transaction pays out, with its data. */
interface SettledBet {
  readonly ok: true
  readonly transaction: NonNullable<ReturnType<CcView['transaction']>>
  readonly data: DiceMoveData
}

function validateSettlement(validation: Validation): CcVerdict {
  const { tx, data } = validation
  const bet = settledBet(validation)
  if (!bet.ok) return bet
  const outputs = data.func === 'L' ? checkLoss(validation) : checkPayout(validation, bet.transaction.tx)
  if (!outputs.ok) return outputs
  const fair = data.func === 'T' ? checkTimeout(validation, bet) : checkDraw(validation, bet)
  return fair.ok ? checkCcPositions(tx, { outputs: 1 }) : fair
}

/**
 * The rules do not compare the proof with the dealer's commitment, so the transaction that ends a bet can choose it.
 */
function checkDraw({ data, plan }: Validation, { transaction, data: placed }: SettledBet): CcVerdict {
  const [, staked, odds] = transaction.tx.vout
  const wins = computeWinnings({ amount: staked!.value, third: odds!.value }, plan, data.proof, placed.hash) > 0n
  return wins === (data.func === 'W') ? CC_VALID : ccInvalid('DiceCalc mismatch for win/loss')
}

function settledBet({ tx, identity, dealerScript, view }: Validation): SettledBet | ReturnType<typeof ccInvalid> {
  const inputs = decodeCcInputs(tx)
  if (inputs[1] === undefined || inputs[2] === undefined) return ccInvalid('vin0 or vin1 normal vin for bet')
  const [, first, second] = tx.vin
  if (!equal(first!.prevout.hash, second!.prevout.hash)) return ccInvalid('vin0 != vin1 prevout.hash for bet')
  const transaction = view.transaction(first!.prevout.hash)
  if (transaction === undefined) return ccInvalid('always should find vin.0, but didnt for wlt')
  const data = findDiceData(transaction.tx)
  if (transaction.tx.vout.length < 3 || data?.func !== 'B') return ccInvalid('not betTx for vin0/1 for wlt')
  if (data.sbits !== identity.sbits || !equal(data.fundingTxid, identity.txid))
    return ccInvalid('sbits or fundingtxid mismatch for wlt')
  const tag = tx.vout[1]
  return tag !== undefined && equal(tag.scriptPubKey, dealerScript)
    ? { ok: true, transaction, data }
    : ccInvalid('tx.vout[1] != fundingPubKey for wlt')
}

/** Sums the values of the plan's inputs. */
function sumInputs({ tx, identity, view }: Validation): bigint {
  const inputs = decodeCcInputs(tx)
  let sum = 0n
  for (const [i, { prevout }] of tx.vin.entries()) {
    if (!hasEval(inputs[i], EVAL_CODES.dice)) continue
    const previous = view.transaction(prevout.hash)
    if (previous !== undefined) sum += diceValue(previous.tx, prevout.index, identity)
  }
  return sum
}

/** Returns true if an output pays the dealer or contains data. */
function isDealersOrData(output: TxOut | undefined, dealerScript: Uint8Array): boolean {
  if (output === undefined) return false
  return equal(output.scriptPubKey, dealerScript) || output.scriptPubKey[0] === OP.OP_RETURN
}

function checkLoss(validation: Validation): CcVerdict {
  const { tx, dealerScript } = validation
  if (!paysTree(tx.vout[0], DICE_POOL_SCRIPT, sumInputs(validation)))
    return ccInvalid('vout[0] != inputs-txfee for loss')
  return isDealersOrData(tx.vout[2], dealerScript) ? CC_VALID : ccInvalid('vout[2] not send to fundingPubKey for loss')
}

function checkPayout(validation: Validation, bet: Transaction): CcVerdict {
  const { tx, identity, dealerScript } = validation
  const [pool, , paid, rest] = tx.vout
  const [, staked, tag] = bet.vout
  if (!paysTree(pool, DICE_POOL_SCRIPT)) return ccInvalid('vout[0] != inputs-txfee for win/timeout')
  if (paid === undefined || !equal(paid.scriptPubKey, tag!.scriptPubKey))
    return ccInvalid('vout[2] scriptPubKey mismatch for win/timeout')
  const due = BigInt.asIntN(64, (tag!.value - CONTRACT_FEE + 1n) * staked!.value)
  if (paid.value !== due) return ccInvalid('vout[2] payut mismatch for win/timeout')
  let outputs = paid.value
  for (const n of tx.vout.keys()) outputs += diceValue(tx, n, identity)
  const inputs = sumInputs(validation)
  if (inputs !== outputs && inputs !== outputs + CONTRACT_FEE) return ccInvalid('CC funds mismatch for win/timeout')
  return isDealersOrData(rest, dealerScript) ? CC_VALID : ccInvalid('vout[3] not send to fundingPubKey for win/timeout')
}

function checkTimeout({ plan, view }: Validation, { transaction }: SettledBet): CcVerdict {
  const { blocks, seconds } = computeAge(transaction, view)
  // The reference converts the limit to 32 bits.
  const limit = Number(BigInt.asIntN(32, plan.timeoutBlocks))
  return seconds > 0 && blocks >= limit ? CC_VALID : ccInvalid('invalid timeout claim for timeout')
}
