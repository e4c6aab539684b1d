import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { CcVerdict, CcView } from '../../core/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { equal } from '../../util/index.ts'
import type { ValidationContext } from '../contract.ts'
import { decodeCcInputs, hasEval, stopsReference } from '../framework/ccInputs.ts'
import { CC_VALID, ccInvalid, UNREADABLE_INPUT } from '../framework/ccVerdict.ts'
import type { FindTransaction } from '../framework/memoCache.ts'
import { contractPayload } from '../framework/opReturn.ts'
import { isCc, paysCoins, paysTree } from '../framework/outputRules.ts'
import { toConditionKey, toValidKey } from '../framework/rawKey.ts'
import { keyAddress, txidKey } from '../framework/txidMarker.ts'
import {
  decodeOracleCreate,
  decodeOracleData,
  emptyTerms,
  ORACLE_FUNC,
  type OracleData,
  type OracleTerms,
  readOracleTerms,
} from './codec.ts'
import { dataFee } from './dataFee.ts'
import { ORACLE_LIST_ADDRESS, publisherScript } from './keys.ts'

/** 15 July 2019. Up to this block time, registrations spend no fund output; a registration that does is invalid. */
export const REGISTER_DATE = 1_563_148_800

/** Input of the rules. */
export interface OracleContext extends Pick<ValidationContext, 'tx' | 'find' | 'memo'> {
  readonly view: Pick<CcView, 'tip' | 'transaction' | 'unspent'>
}

const invalid = (reason: string): CcVerdict => ccInvalid(reason)

/** Validates a transaction that spends an output of oracles, in the order of oracles.md §3. */
export function validateOracles(context: OracleContext): CcVerdict {
  const { tx, view } = context
  if (tx.vout.length === 0) return invalid('no vouts')
  const payload = contractPayload(tx)
  if (payload === undefined || payload.length <= 2) return invalid('unexpected oracles missing funcid')
  switch (payload[1]) {
    case ORACLE_FUNC.create:
    case ORACLE_FUNC.fund:
      return invalid('unexpected OraclesValidate for create')
    case ORACLE_FUNC.subscribe:
      return invalid('unexpected OraclesValidate for subscribe')
    case ORACLE_FUNC.register:
      return view.tip().time > REGISTER_DATE
        ? validateRegister(context)
        : invalid('unexpected OraclesValidate for register')
    case ORACLE_FUNC.data: {
      const data = tx.vin.length >= 2 && tx.vout.length >= 3 ? decodeOracleData(payload) : undefined
      return data ? validateData(context, data) : invalid("unexpected OraclesValidate 'D' tx invalid")
    }
    default:
      return invalid('unexpected OraclesValidate funcid')
  }
}

function validateRegister({ tx, find }: Pick<ValidationContext, 'tx' | 'find'>): CcVerdict {
  // Funds are read into the registration's own terms: truncated data keep the previous values. Only the oracle id is
  // separate.
  const terms = emptyTerms()
  if (readOracleTerms(contractPayload(tx), terms) !== ORACLE_FUNC.register) {
    return invalid('invalid oraclesregister OP_RETURN data!')
  }
  const { oracle } = terms
  terms.oracle = new Uint8Array(32)
  const faulty = faultOfOracle(find(oracle))
  if (faulty !== undefined) return invalid(faulty)
  if (decodeCcInputs(tx)[0] !== undefined) return invalid('vin.0 is normal for oraclesregister!')

  const last = tx.vin.length - 1
  const isOwn = (index: number) => hasEval(decodeCcInputs(tx)[index], EVAL_CODES.oracles)
  if (!isOwn(1) && !isOwn(last)) return invalid('there is no CC vin from oraclesfund tx')
  for (const index of [1, last]) {
    const spendsFund = !isOwn(index) || readsFund(tx, index, find, terms)
    if (!spendsFund || !equal(terms.oracle, oracle)) return invalid(wrongInput(index))
  }
  if (!paysCoins(tx.vout[0], keyAddress(txidKey(oracle)), CONTRACT_FEE)) {
    return invalid('invalid marker for oraclesregister!')
  }
  const owner = toValidKey(terms.key)
  // Without a third output the reference reads out of bounds.
  return owner.length > 0 && paysCoins(tx.vout[2], keyAddress(owner), CONTRACT_FEE)
    ? CC_VALID
    : invalid(
        'pubkey in OP_RETURN and in vout.2 not matching, register must be done from owner of pubkey that registers to oracle!',
      )
}

const wrongInput = (index: number): string =>
  `invalid vin.${index} for oraclesregister, it must be CC vin or pubkey not same as vin pubkey, register and fund tx must be done from owner of pubkey that registers to oracle!!`

function faultOfOracle(created: Transaction | undefined): string | undefined {
  if (created === undefined) return 'invalid oraclescreate txid!'
  if (decodeOracleCreate(contractPayload(created)) === undefined) return 'invalid oraclescreate OP_RETURN data!'
  // Without transparent inputs (shielded coins only) the reference reads out of bounds here.
  if (created.vin.length === 0 || decodeCcInputs(created)[0] !== undefined) return 'vin.0 is normal for oraclescreate!'
  return paysCoins(created.vout[0], ORACLE_LIST_ADDRESS, CONTRACT_FEE) ? undefined : 'invalid marker for oraclescreate!'
}

/**
 * Returns true if an input spends a fund output of the key in the funding transaction. Reads the terms of that
 * transaction.
 */
function readsFund(tx: Transaction, index: number, find: FindTransaction, terms: OracleTerms): boolean {
  const { hash, index: place } = tx.vin[index]!.prevout
  const funding = find(hash)
  if (funding === undefined || readOracleTerms(contractPayload(funding), terms) !== ORACLE_FUNC.fund) return false
  return paysTree(funding.vout[place], publisherScript(toConditionKey(terms.key)), CONTRACT_FEE)
}

function validateData({ tx, find, view, memo }: OracleContext, { oracle, publisher }: OracleData): CcVerdict {
  if (stopsReference(tx)) return invalid(UNREADABLE_INPUT)
  const fee = tx.vout[2]!.value
  if (dataFee({ view, memo }, oracle, publisher) !== fee) return invalid('mismatched datafee')
  const script = publisherScript(toConditionKey(publisher))
  const inputs = spentFunds(tx, script, find)
  if (typeof inputs === 'string') return invalid(inputs)
  const rest = tx.vout[0]!
  const returns = isCc(rest) && rest.value !== 0n
  if (returns && !equal(rest.scriptPubKey, script)) return invalid('invalid CC vout CC destination')
  return inputs === (returns ? rest.value : 0n) + fee ? CC_VALID : invalid('mismatched inputs != outputs + datafee')
}

/**
 * Sums the satoshis that a publication spends from its publisher's funds, without the second input. Returns the reason
 * for rejection if an input is invalid.
 */
function spentFunds(tx: Transaction, script: Uint8Array, find: FindTransaction): bigint | string {
  let sum = 0n
  for (const [i, input] of decodeCcInputs(tx).entries()) {
    if (!hasEval(input, EVAL_CODES.oracles)) continue
    if (i === 0) return 'unexpected vin.0 is CC'
    const { hash, index } = tx.vin[i]!.prevout
    const previous = find(hash)
    if (previous === undefined) return 'cant find vinTx'
    const spent = previous.vout[index]
    if (spent === undefined || !isCc(spent) || spent.value === 0n) continue
    if (i === 1 && !keepsBaton(tx, previous)) return 'baton violation'
    if (i !== 1 && equal(spent.scriptPubKey, script)) sum += spent.value
  }
  return sum
}

/**
 * Checks that the second input's transaction has the same second output. Without a second output the reference reads
 * out of bounds.
 */
function keepsBaton(tx: Transaction, previous: Transaction): boolean {
  const baton = previous.vout[1]?.scriptPubKey
  return baton !== undefined && equal(baton, tx.vout[1]!.scriptPubKey)
}
