import { REJECT } from '../consensus/index.ts'
import type { CcEvaluator, CcView, Coin } from '../interfaces.ts'
import type { Transaction } from '../primitives/types.ts'
import { SCRIPT_FLAGS, type ScriptError, scriptErrorText } from '../script/index.ts'
import type { Verifier } from '../verify/index.ts'

/** What unlocking needs to know of a transaction. */
export interface ScriptSubject {
  readonly tx: Transaction
  readonly txid: Uint8Array
  /** coins of the inputs in input order */
  readonly spent: readonly Coin[]
  readonly branchId: number
}

export type ScriptAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: number; readonly reason: string; readonly score: number }

export interface ScriptJudge {
  /** The two passes of mempool admission; `height` is that of the block it would be in. */
  judge(subject: ScriptSubject, height: number): ScriptAnswer
  /** Only the second pass: do the crypto-condition modules accept it now? */
  satisfiesModules(subject: ScriptSubject, height: number): boolean
}

const mandatoryFailure = (error: ScriptError): ScriptAnswer => ({
  ok: false,
  code: REJECT.INVALID,
  reason: `mandatory-script-verify-flag-failed (${scriptErrorText(error)})`,
  score: 100,
})

/** Whoever has the module may be right in passing it on. */
const BEYOND_US: ScriptAnswer = {
  ...{ ok: false, code: REJECT.INVALID, reason: 'bad-txns-condition-not-supported', score: 0 },
}

export function createScriptJudge(verifier: Verifier, view: CcView, evaluator: CcEvaluator | undefined): ScriptJudge {
  /** Mandatory flags, eval nodes judged by their modules. One that is not here is taken to agree, which is noted. */
  function secondPass({ tx, spent, branchId }: ScriptSubject, height: number) {
    let beyondUs = false
    const result = verifier.verify({ tx, spent, branchId, flags: SCRIPT_FLAGS.MANDATORY }, (evalCode, inputIndex) => {
      const verdict = evaluator?.evaluate(evalCode, tx, inputIndex, height, view)
      if (verdict?.ok === false && verdict.beyondUs) beyondUs = true
      return verdict !== undefined && (verdict.ok || verdict.beyondUs === true)
    })
    return { result, beyondUs }
  }

  function firstFailure({ tx, spent, branchId }: ScriptSubject, inputIndex: number, error: ScriptError): ScriptAnswer {
    const mandatory = verifier.verify({ tx, spent, branchId, flags: SCRIPT_FLAGS.MANDATORY })
    // Inputs after the failing one were not looked at; the answer is about that one alone.
    if (!mandatory.ok && mandatory.inputIndex === inputIndex) return mandatoryFailure(error)
    return {
      ok: false,
      code: REJECT.NONSTANDARD,
      reason: `non-mandatory-script-verify-flag (${scriptErrorText(error)})`,
      score: 0,
    }
  }

  return {
    judge(subject, height) {
      const { tx, txid, spent, branchId } = subject
      let evalNodes = false
      const first = verifier.verify({ tx, spent, branchId, flags: SCRIPT_FLAGS.STANDARD }, () => {
        evalNodes = true
        return true
      })
      if (!first.ok) return firstFailure(subject, first.inputIndex, first.error)
      // Flags only ever forbid more: what passed with the standard ones needs a second pass for its eval nodes only.
      if (evalNodes) {
        const { result, beyondUs } = secondPass(subject, height)
        if (!result.ok) return mandatoryFailure(result.error)
        if (beyondUs) return BEYOND_US
      }
      verifier.remember(txid, SCRIPT_FLAGS.BLOCK, branchId)
      return { ok: true }
    },
    satisfiesModules(subject, height) {
      const { result, beyondUs } = secondPass(subject, height)
      return result.ok && !beyondUs
    },
  }
}
