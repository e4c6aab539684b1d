import { type ChainParams, isEvalCodeEnabled } from '../consensus/index.ts'
import type { BlockEntry, CcEvaluator, CcVerdict, CcView } from '../interfaces.ts'
import type { Transaction } from '../primitives/index.ts'
import { validateAssets } from './assets/validate.ts'
import { ccInputsOf } from './ccInputs.ts'
import { EVAL_ASSETS, EVAL_FAUCET, EVAL_TOKENS, FOREIGN_EVAL_CODES } from './evalCodes.ts'
import { validateFaucet } from './faucet/validate.ts'
import { createTokenMemo, createTokenReader, type FindTransaction, type TokenMemo } from './tokens/reader.ts'
import { validateTokens } from './tokens/validate.ts'
import { beyondUs, invalid } from './verdict.ts'

/** The part of the chain parameters that decides which modules are at work. */
export type CcRules = Pick<ChainParams, 'evalCodes' | 'ccActivateHeight'>

/** Codes kept for libraries that a chain brings itself (crypto-conditions.md §5). None is known here. */
const FIRST_LIBRARY_CODE = 0x10
const LAST_LIBRARY_CODE = 0x7f

/**
 * Judges eval nodes by the modules this node knows, and says of which others it has no rules; all else is refused
 * (crypto-conditions.md §4). The modules' rules look
 * at the whole transaction, so each is asked once per transaction as long as the inputs come in ascending order.
 */
export function createCcEvaluator(rules: CcRules): CcEvaluator {
  const memo = createTokenMemo()
  let pass: Pass | undefined

  return {
    evaluate(evalCode, tx, inputIndex, height, view) {
      const refusal = refuseByRules(rules, evalCode, height, view)
      if (refusal !== undefined) return refusal
      const code = evalCode[0]!
      if (pass?.continuesAt(tx, inputIndex, height, view) !== true) pass = createPass(tx, inputIndex, height, view)
      let verdict = pass.verdicts.get(code)
      if (verdict === undefined) {
        verdict = judge(code, tx, view, memo)
        pass.verdicts.set(code, verdict)
      }
      return verdict
    },
  }
}

/** The checks before a module is asked, in the reference's order. */
function refuseByRules(rules: CcRules, evalCode: Uint8Array, height: number, view: CcView): CcVerdict | undefined {
  const code = evalCode[0]
  if (code === undefined) return invalid('empty-eval')
  if (!isEvalCodeEnabled(rules.evalCodes, code, view.tip().height)) {
    return invalid('disabled-code, -ac_ccenables didnt include this ecode')
  }
  if (code >= FIRST_LIBRARY_CODE && code <= LAST_LIBRARY_CODE) return invalid('mismatched -ac_cclib vs CClib_name')
  if (evalCode.length > 1) return invalid('Cannot have params')
  return height < rules.ccActivateHeight ? invalid('CC are disabled or not active yet') : undefined
}

function judge(code: number, tx: Transaction, view: CcView, memo: TokenMemo): CcVerdict {
  const find: FindTransaction = (txid) => view.transaction(txid)?.tx
  switch (code) {
    case EVAL_TOKENS:
      return validateTokens(tx, find, createTokenReader(find, memo))
    case EVAL_ASSETS:
      return validateAssets(tx, find, createTokenReader(find, memo))
    case EVAL_FAUCET:
      return validateFaucet(tx, view)
    default:
      if (FOREIGN_EVAL_CODES.has(code)) return beyondUs
      return invalid('validation not supported for eval code')
  }
}

/** One walk over a transaction's inputs, during which nothing can change that a verdict depends on. */
interface Pass {
  readonly verdicts: Map<number, CcVerdict>
  /** Whether the next question belongs to this walk. */
  continuesAt(tx: Transaction, inputIndex: number, height: number, view: CcView): boolean
}

function createPass(tx: Transaction, inputIndex: number, height: number, view: CcView): Pass {
  const tip: BlockEntry = view.tip()
  let last = inputIndex
  let asked = 1
  return {
    verdicts: new Map(),
    continuesAt(otherTx, index, otherHeight, otherView) {
      if (otherTx !== tx || otherHeight !== height || otherView !== view || view.tip() !== tip) return false
      if (index < last) return false
      asked = index === last ? asked + 1 : 1
      last = index
      // A walk asks once for each eval node of an input. One question more is the first of a new walk: the transaction
      // is judged again, and the memory pool may have changed in between.
      return asked <= (ccInputsOf(tx)[index]?.evalCodes.length ?? 0)
    },
  }
}
