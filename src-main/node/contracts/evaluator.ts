import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { type ChainParams, isEvalCodeEnabled, isUnjudged } from '../consensus/index.ts'
import type { BlockEntry, CcEvaluator, CcVerdict, CcView } from '../core/index.ts'
import type { Transaction } from '../primitives/index.ts'
import type { ContractDefinition, ValidationContext } from './contract.ts'
import { ccInputsOf } from './framework/ccInputs.ts'
import { CC_VALID, ccInvalid } from './framework/ccVerdict.ts'
import { judgeImportPayout } from './framework/importPayout.ts'
import { createMemoCache } from './framework/memoCache.ts'
import { refusalOfCode, refusalOfImport } from './framework/refusedCodes.ts'
import { CONTRACT_LIST } from './list.ts'

/** The part of the chain parameters that decides which modules a chain lets work. */
export type CcRules = Pick<ChainParams, 'evalCodes' | 'ccActivateHeight' | 'notarySeasons'>

/** Codes kept for libraries that a chain brings itself (`-ac_cclib`, crypto-conditions.md §5): no chain with one is opened. */
const FIRST_LIBRARY_CODE = 0x10
const LAST_LIBRARY_CODE = 0x7f

const CONTRACT_BY_CODE: ReadonlyMap<number, ContractDefinition> = new Map(
  CONTRACT_LIST.flatMap((module) => module.evalCodes.map((code) => [code, module])),
)

/**
 * Evaluates eval nodes by the contract of their code; codes without one are rejected (crypto-conditions.md §4, other-evals.md
 * §1). A contract's rules look at the whole transaction, so it is called once per transaction and code as long as the inputs
 * come in ascending order.
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
      verdict = judge({ evalCode: code, tx, inputIndex, view, find, memo: this.#memo })
      verdicts.set(code, verdict)
    }
    return verdict
  }
}

/** What stands before a module is asked, in the reference's order; it is asked where nothing does. */
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
  // Imports are judged wherever they stand, and what follows their code is theirs.
  if (code === EVAL_CODES.importpayout) return judgeImportPayout(evalCode.subarray(1), tx, { view, rules })
  if (code === EVAL_CODES.importcoin) return ccInvalid(refusalOfImport(tx))
  if (height < rules.ccActivateHeight) return ccInvalid('CC are disabled or not active yet')
  if (!isKnown(code)) return ccInvalid(NO_VALIDATOR)
  if (evalCode.length > 1) return ccInvalid('Cannot have params')
  return isUnjudged(rules.evalCodes, code, view.tip().height) ? CC_VALID : undefined
}

function judge(context: ValidationContext): CcVerdict {
  const module = CONTRACT_BY_CODE.get(context.evalCode)
  if (module !== undefined) return module.validate(context)
  return ccInvalid(refusalOfCode(context.evalCode) ?? NO_VALIDATOR)
}

const NO_VALIDATOR = 'validation not supported for eval code'

const isKnown = (code: number): boolean => CONTRACT_BY_CODE.has(code) || refusalOfCode(code) !== undefined

/** One walk over a transaction's inputs, during which nothing can change that a verdict depends on. */
interface Pass {
  readonly tx: Transaction
  readonly height: number
  readonly view: CcView
  readonly tip: BlockEntry
  /** by eval code */
  readonly verdicts: Map<number, CcVerdict>
  lastInput: number
  /** questions about `lastInput` */
  asked: number
}

function createPass(tx: Transaction, inputIndex: number, height: number, view: CcView): Pass {
  return { tx, height, view, tip: view.tip(), verdicts: new Map(), lastInput: inputIndex, asked: 1 }
}

/** Whether the next question belongs to this walk; counts it. */
function continues(pass: Pass, tx: Transaction, inputIndex: number, height: number, view: CcView): boolean {
  if (pass.tx !== tx || pass.height !== height || pass.view !== view || view.tip() !== pass.tip) return false
  if (inputIndex < pass.lastInput) return false
  pass.asked = inputIndex === pass.lastInput ? pass.asked + 1 : 1
  pass.lastInput = inputIndex
  // A walk asks once for each eval node of an input. One question more is the first of a new walk: the transaction is
  // judged again, and the mempool may have changed in between.
  return pass.asked <= (ccInputsOf(tx)[inputIndex]?.evalCodes.length ?? 0)
}
