import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne } from '../../conditions/index.ts'
import type { CcVerdict, CcView } from '../../core/index.ts'
import type { Transaction, TxOut } from '../../primitives/index.ts'
import { ccScript, p2pkScript } from '../../script/index.ts'
import { equal } from '../../util/index.ts'
import type { ValidationContext } from '../contract.ts'
import { computeAge } from '../framework/age.ts'
import { decodeCcInputs } from '../framework/ccInputs.ts'
import { CC_VALID, ccInvalid } from '../framework/ccVerdict.ts'
import { isCc, paysTree } from '../framework/outputRules.ts'
import { findHeirData, type HeirData, hasAnyData } from './codec.ts'
import { findPlan, type HeirPlan, sharedScript } from './plan.ts'

/** Error for unreadable data, including empty data, on which komodod reads out of bounds and crashes. */
const NO_DATA = 'invalid opreturn format'

/** Validates a transaction that spends an output of heirs, in the order of heir.md §4. */
export function validateHeir({ tx, view, memo }: Pick<ValidationContext, 'tx' | 'view' | 'memo'>): CcVerdict {
  if (tx.vout.length === 0) return ccInvalid('no vouts')
  const data = findHeirData(tx)
  if (data === undefined) return ccInvalid(NO_DATA)
  if (data.func === 'F') return ccInvalid('unexpected HeirValidate for heirfund')
  if (data.fundingTxid.every((byte) => byte === 0)) return ccInvalid('incorrect tx opreturn: no fundingtxid present')
  const funding = view.transaction(data.fundingTxid)
  if (funding !== undefined && !hasAnyData(funding.tx)) return ccInvalid(NO_DATA)
  const plan = findPlan(data.fundingTxid, view, memo)
  if (plan === undefined) return ccInvalid('no fundingtx found')
  if (!isOfToken(data, plan)) return ccInvalid('incorrect tx tokenid')
  const tokens = plan.data.tokenId !== undefined
  if (data.func === 'A' && !tokens) return ccInvalid('unexpected HeirValidate for heiradd')
  const validation = { tx, plan, view, shared: sharedScript(plan.terms, tokens), tokens }
  const inputs = checkInputs(validation, data.func)
  if (!inputs.ok) return inputs
  return data.func === 'A' ? checkShared(validation, tx.vout[0]!, 'vout[0]') : checkReceiver(validation)
}

function isOfToken({ tokenId }: HeirData, { data }: HeirPlan): boolean {
  if (data.tokenId === undefined) return true
  return tokenId !== undefined && equal(data.tokenId, tokenId)
}

/** A transaction that spends an output of a plan, with the lookups that its rules need. */
interface Validation {
  readonly tx: Transaction
  readonly plan: HeirPlan
  readonly view: CcView
  /** script that owner and heir can spend; undefined if the terms do not define it */
  readonly shared: Uint8Array | undefined
  readonly tokens: boolean
}

/**
 * Checks the leading inputs without a condition, then the following inputs with one, up to the first input without. As
 * in the reference, later inputs are not checked.
 */
function checkInputs(validation: Validation, func: 'A' | 'C'): CcVerdict {
  const { tx, view } = validation
  const kinds = decodeCcInputs(tx).map((input) => input !== undefined)
  const conditions = kinds.indexOf(true)
  const ordinary = conditions < 0 ? kinds.length : conditions
  const known = checkKnown(tx, view, 0, ordinary)
  if (!known.ok) return known
  if (ordinary === 0) return ccInvalid("can't find required vins for normal input.")
  if (conditions < 0) return ccInvalid('incorrect tx structure: not all required vins are present.')
  for (let i = conditions; kinds[i] === true; i++) {
    const verdict = checkCondition(validation, i, func)
    if (!verdict.ok) return verdict
  }
  return CC_VALID
}

function checkKnown(tx: Transaction, view: CcView, from: number, to: number): CcVerdict {
  for (let i = from; i < to; i++)
    if (view.transaction(tx.vin[i]!.prevout.hash) === undefined) return ccInvalid(`can't find vinTx for vin=${i}.`)
  return CC_VALID
}

function checkCondition(validation: Validation, i: number, func: 'A' | 'C'): CcVerdict {
  const { tx, view, plan } = validation
  const { hash, index } = tx.vin[i]!.prevout
  const previous = view.transaction(hash)?.tx
  const spent = previous?.vout[index]
  if (previous === undefined || spent === undefined) return ccInvalid(`can't find vinTx for vin=${i}.`)
  if (!hasAnyData(previous)) return ccInvalid(NO_DATA)
  if (index === 1 && findHeirData(previous)?.func === 'F')
    return ccInvalid(`invalid tx vin[${i}]:spending marker not allowed`)
  if (func === 'C') return checkShared(validation, spent, `vin[${i}]`)
  const scripts = plan.terms?.conditionKeys?.map(tokenKeyScript) ?? []
  return scripts.some((script) => equal(script, spent.scriptPubKey))
    ? CC_VALID
    : ccInvalid(`invalid tx vin[${i}]:invalid pubkey`)
}

const tokenKeyScript = (key: Uint8Array): Uint8Array => ccScript(ccOne(EVAL_CODES.tokens, key))

function checkShared({ shared }: Validation, output: TxOut, place: string): CcVerdict {
  if (shared !== undefined && paysTree(output, shared)) return CC_VALID
  const fault = isCc(output) ? 'incorrect pubkey(s)' : 'not a 1of2addr'
  return ccInvalid(`invalid tx ${place}:checking this tx opreturn: incorrect heir funding address: ${fault}`)
}

/** Checks the inactivity time, which applies only if the first output pays the heir's own key. */
function checkReceiver({ tx, plan, view, tokens }: Validation): CcVerdict {
  const { terms } = plan
  if (terms?.conditionKeys === undefined) return ccInvalid(NO_DATA)
  // For an invalid heir key the script starts with an empty push, so it pays no key.
  const script = tokens ? tokenKeyScript(terms.conditionKeys[1]) : p2pkScript(terms.heir)
  if (!equal(script, tx.vout[0]!.scriptPubKey) || plan.begun) return CC_VALID
  return BigInt(computeAge(plan.latest, view).seconds) > terms.inactivity
    ? CC_VALID
    : ccInvalid('invalid tx vout[0]:heir is not allowed yet to spend funds')
}
