import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { type ChainParams, isEvalCodeEnabled, isUnjudged } from '../consensus/index.ts'
import type { BlockEntry, CcEvaluator, CcVerdict, CcView } from '../core/index.ts'
import type { Transaction } from '../primitives/index.ts'
import type { ContractDefinition, ValidationContext } from './contract.ts'
import { decodeCcInputs } from './framework/ccInputs.ts'
import { CC_VALID, ccInvalid } from './framework/ccVerdict.ts'
import { validateImportPayout } from './framework/importPayout.ts'
import { createMemoCache } from './framework/memoCache.ts'
import { findCodeRejection, importRejection } from './framework/refusedCodes.ts'
import { CONTRACT_LIST } from './list.ts'

/** Chain parameters that decide which contracts are enabled. */
export type CcRules = Pick<ChainParams, 'evalCodes' | 'ccActivateHeight' | 'notarySeasons'>

/**
 * Codes reserved for a chain's own libraries (`-ac_cclib`, crypto-conditions.md §5); this node does not open such
 * chains.
 */
const FIRST_LIBRARY_CODE = 0x10
const LAST_LIBRARY_CODE = 0x7f

const CONTRACT_BY_CODE: ReadonlyMap<number, ContractDefinition> = new Map(
  CONTRACT_LIST.flatMap((module) => module.evalCodes.map((code) => [code, module])),
)

/**
 * Evaluates eval nodes by the contract of their code; codes without one are rejected (crypto-conditions.md §4,
 * other-evals.md §1). A contract validates the whole transaction, so it is called once per transaction and code,
 * provided that the inputs come in ascending order.
 */
export class ContractEvaluator implements CcEvaluator {
  readonly #rules: CcRules
  readonly #memo = createMemoCache()
  #pass: Pass | undefined

  constructor(rules: CcRules) {
    this.#rules = rules
  }

  evaluate(evalCode: Uint8Array, tx: Transaction, inputIndex: number, height: number, view: CcView): CcVerdict {
    const decided = decidedByRules(this.#rules, evalCode, tx, height, view)
    if (decided !== undefined) return decided
    const code = evalCode[0]!
    if (this.#pass === undefined || !continues(this.#pass, tx, inputIndex, height, view))
      this.#pass = createPass(tx, inputIndex, height, view)
    const { verdicts } = this.#pass
    let verdict = verdicts.get(code)
    if (verdict === undefined) {
      const find = (txid: Uint8Array) => view.transaction(txid)?.tx
      verdict = evaluate({ evalCode: code, tx, inputIndex, view, find, memo: this.#memo })
      verdicts.set(code, verdict)
    }
    return verdict
  }
}

/**
 * Checks the rules that precede the contract, in the reference's order. Returns undefined if the contract must decide.
 */
function decidedByRules(
  rules: CcRules,
  evalCode: Uint8Array,
  tx: Transaction,
  height: number,
  view: CcView,
): CcVerdict | undefined {
  const code = evalCode[0]
  if (code === undefined) return ccInvalid('empty-eval')
  if (!isEvalCodeEnabled(rules.evalCodes, code, view.tip().height)) {
    return ccInvalid('disabled-code, -ac_ccenables didnt include this ecode')
  }
  if (code >= FIRST_LIBRARY_CODE && code <= LAST_LIBRARY_CODE) return ccInvalid('mismatched -ac_cclib vs CClib_name')
  // Imports are validated regardless of the activation height. The bytes after their code are parameters.
  if (code === EVAL_CODES.importpayout) return validateImportPayout(evalCode.subarray(1), tx, { view, rules })
  if (code === EVAL_CODES.importcoin) return ccInvalid(importRejection(tx))
  if (height < rules.ccActivateHeight) return ccInvalid('CC are disabled or not active yet')
  if (!isKnown(code)) return ccInvalid(NO_VALIDATOR)
  if (evalCode.length > 1) return ccInvalid('Cannot have params')
  return isUnjudged(rules.evalCodes, code, view.tip().height) ? CC_VALID : undefined
}

function evaluate(context: ValidationContext): CcVerdict {
  const module = CONTRACT_BY_CODE.get(context.evalCode)
  if (module !== undefined) return module.validate(context)
  return ccInvalid(findCodeRejection(context.evalCode) ?? NO_VALIDATOR)
}

const NO_VALIDATOR = 'validation not supported for eval code'

const isKnown = (code: number): boolean => CONTRACT_BY_CODE.has(code) || findCodeRejection(code) !== undefined

/** A pass over a transaction's inputs. Everything that a verdict depends on is constant during a pass. */
interface Pass {
  readonly tx: Transaction
  readonly height: number
  readonly view: CcView
  readonly tip: BlockEntry
  /** verdicts by eval code */
  readonly verdicts: Map<number, CcVerdict>
  lastInput: number
  /** number of evaluations for `lastInput` */
  asked: number
}

function createPass(tx: Transaction, inputIndex: number, height: number, view: CcView): Pass {
  return { tx, height, view, tip: view.tip(), verdicts: new Map(), lastInput: inputIndex, asked: 1 }
}

/** Counts this evaluation. Returns true if it belongs to the current pass. */
function continues(pass: Pass, tx: Transaction, inputIndex: number, height: number, view: CcView): boolean {
  if (pass.tx !== tx || pass.height !== height || pass.view !== view || view.tip() !== pass.tip) return false
  if (inputIndex < pass.lastInput) return false
  pass.asked = inputIndex === pass.lastInput ? pass.asked + 1 : 1
  pass.lastInput = inputIndex
  // A pass evaluates each eval node of an input once. One more evaluation starts a new pass: the transaction is
  // validated again, and the mempool may have changed in between.
  return pass.asked <= (decodeCcInputs(tx)[inputIndex]?.evalCodes.length ?? 0)
}
