import { BRANCH_ID, hasShieldedParts, REJECT, shieldedViolation, type Violation } from '../consensus/index.ts'
import type { CcEvaluator, CcView, Coin } from '../core/index.ts'
import type { Transaction } from '../primitives/types.ts'
import { isPayToScriptHash, OP, parseOps, SCRIPT_FLAGS, type ScriptError, scriptErrorText } from '../script/index.ts'
import { SHIELDED_PARTS, type Verifier } from '../verify/index.ts'

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
  /** Proofs and signatures of shielded parts, the cheapest first, then the two passes of mempool admission; `height` is that of the block it would be in. */
  judge(subject: ScriptSubject, height: number): ScriptAnswer
  /** Whether `judge` would have to verify proofs. */
  needsProofs(subject: Pick<ScriptSubject, 'tx' | 'txid' | 'branchId'>): boolean
  /**
   * Verifies them on another thread, for `judge` to remember.
   * @param first before those that wait already
   * @returns what is wrong
   */
  prove(subject: Pick<ScriptSubject, 'tx' | 'txid' | 'branchId'>, first: boolean): Promise<Violation | undefined>
  /** Only the second pass: do the crypto-condition modules accept it now? */
  satisfiesContracts(subject: ScriptSubject, height: number): boolean
}

/** What the reason begins with when a script fails under the rules of blocks. */
export const SCRIPT_FAILURE = 'mandatory-script-verify-flag-failed'

/** @param blamed false: honest nodes may decide otherwise */
const mandatoryFailure = (error: ScriptError, blamed: boolean): ScriptAnswer => ({
  ok: false,
  code: REJECT.INVALID,
  reason: `${SCRIPT_FAILURE} (${scriptErrorText(error)})`,
  score: blamed ? 100 : 0,
})

function asksForCondition(script: Uint8Array): boolean {
  for (const op of parseOps(script)) {
    if (op?.opcode === OP.OP_CHECKCRYPTOCONDITION || op?.opcode === OP.OP_CHECKCRYPTOCONDITIONVERIFY) return true
  }
  return false
}

/** Whether an input's script has a crypto-condition, by itself or behind a script hash. */
function usesConditions({ vin }: Transaction, spent: readonly Coin[], index: number): boolean {
  const { scriptPubKey } = spent[index]!
  if (asksForCondition(scriptPubKey)) return true
  if (!isPayToScriptHash(scriptPubKey)) return false
  const redeem = [...parseOps(vin[index]!.scriptSig)].at(-1)?.data
  return redeem !== undefined && asksForCondition(redeem)
}

export function createScriptJudge(verifier: Verifier, view: CcView, evaluator: CcEvaluator | undefined): ScriptJudge {
  /** Mandatory flags, eval nodes judged by their modules. */
  const secondPass = ({ tx, spent, branchId }: ScriptSubject, height: number) =>
    verifier.verify(
      { tx, spent, branchId, flags: SCRIPT_FLAGS.MANDATORY },
      (evalCode, inputIndex) => evaluator?.evaluate(evalCode, tx, inputIndex, height, view).ok ?? false,
    )

  function firstFailure({ tx, spent, branchId }: ScriptSubject, inputIndex: number, error: ScriptError): ScriptAnswer {
    /** Whether it is valid with the branch id of another epoch: nodes on the other side of an upgrade relay it. */
    const signedElsewhere = (failed: number): boolean =>
      Object.values(BRANCH_ID).some((id) => {
        if (id === branchId) return false
        const result = verifier.verify({ tx, spent, branchId: id, flags: SCRIPT_FLAGS.MANDATORY }, () => true)
        return result.ok || result.inputIndex > failed
      })
    const mandatory = verifier.verify({ tx, spent, branchId, flags: SCRIPT_FLAGS.MANDATORY })
    // Inputs after the failing one were not checked; the answer is about that one alone.
    if (!mandatory.ok && mandatory.inputIndex === inputIndex)
      return mandatoryFailure(error, !usesConditions(tx, spent, inputIndex) && !signedElsewhere(inputIndex))
    return {
      ok: false,
      code: REJECT.NONSTANDARD,
      reason: `non-mandatory-script-verify-flag (${scriptErrorText(error)})`,
      score: 0,
    }
  }

  const needsProofs: ScriptJudge['needsProofs'] = ({ tx, txid, branchId }) =>
    hasShieldedParts(tx) && !verifier.isRemembered(txid, SHIELDED_PARTS, branchId)

  function shieldedFault({ tx, txid, branchId }: ScriptSubject): Violation | undefined {
    if (!needsProofs({ tx, txid, branchId })) return undefined
    const fault = verifier.shielded.verify([{ tx, branchId }], { frugal: true })
    if (fault !== undefined) return shieldedViolation(fault.refusal)
    verifier.remember(txid, SHIELDED_PARTS, branchId)
    return undefined
  }

  return {
    needsProofs,
    async prove({ tx, txid, branchId }, first) {
      const refusal = await verifier.proofs.verify({ tx, branchId }, first)
      if (refusal !== undefined) return shieldedViolation(refusal)
      verifier.remember(txid, SHIELDED_PARTS, branchId)
      return undefined
    },
    judge(subject, height) {
      const fault = shieldedFault(subject)
      if (fault !== undefined) return fault
      const { tx, txid, spent, branchId } = subject
      let evalNodes = false
      const first = verifier.verify({ tx, spent, branchId, flags: SCRIPT_FLAGS.STANDARD }, () => {
        evalNodes = true
        return true
      })
      if (!first.ok) return firstFailure(subject, first.inputIndex, first.error)
      // Flags only ever forbid more: what passed with the standard ones needs a second pass for its eval nodes only.
      if (evalNodes) {
        const result = secondPass(subject, height)
        // A module's answer depends on the chain and the mempool of the node that asks.
        if (!result.ok) return mandatoryFailure(result.error, false)
      }
      verifier.remember(txid, SCRIPT_FLAGS.BLOCK, branchId)
      return { ok: true }
    },
    satisfiesContracts: (subject, height) => secondPass(subject, height).ok,
  }
}
