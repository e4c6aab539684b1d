import { BRANCH_ID, hasShieldedParts, REJECT, shieldedViolation, type Violation } from '../consensus/index.ts'
import type { CcEvaluator, CcView, Coin } from '../core/index.ts'
import type { Transaction } from '../primitives/types.ts'
import { isPayToScriptHash, OP, parseOps, SCRIPT_FLAGS, type ScriptError, scriptErrorText } from '../script/index.ts'
import { SHIELDED_PARTS, type Verifier } from '../verify/index.ts'

/** Transaction with everything needed to run its scripts. */
export interface ScriptSubject {
  readonly tx: Transaction
  readonly txid: Uint8Array
  /** coins of the inputs, in input order */
  readonly spent: readonly Coin[]
  readonly branchId: number
}

export type ScriptAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: number; readonly reason: string; readonly score: number }

/** Prefix of the reject reason if a script fails under the mandatory flags. */
export const SCRIPT_FAILURE = 'mandatory-script-verify-flag-failed'

/** @param blamed false if honest nodes may decide otherwise; the score is then 0 */
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

/** Returns true if an input spends a crypto-condition, directly or through P2SH. */
function usesConditions({ vin }: Transaction, spent: readonly Coin[], index: number): boolean {
  const { scriptPubKey } = spent[index]!
  if (asksForCondition(scriptPubKey)) return true
  if (!isPayToScriptHash(scriptPubKey)) return false
  const redeem = [...parseOps(vin[index]!.scriptSig)].at(-1)?.data
  return redeem !== undefined && asksForCondition(redeem)
}

/** Verifies proofs and scripts of a transaction by the rules of the next block. */
export class ScriptCheck {
  readonly #verifier: Verifier
  readonly #view: CcView
  readonly #evaluator: CcEvaluator | undefined

  constructor(verifier: Verifier, view: CcView, evaluator: CcEvaluator | undefined) {
    this.#verifier = verifier
    this.#view = view
    this.#evaluator = evaluator
  }

  /**
   * Checks proofs and signatures of shielded parts, cheapest first, then runs the two script passes of mempool
   * admission.
   * @param height height of the block that would include the transaction
   */
  check(subject: ScriptSubject, height: number): ScriptAnswer {
    const verifier = this.#verifier
    const fault = this.#shieldedFault(subject)
    if (fault !== undefined) return fault
    const { tx, txid, spent, branchId } = subject
    let evalNodes = false
    const first = verifier.verify({ tx, spent, branchId, flags: SCRIPT_FLAGS.STANDARD }, () => {
      evalNodes = true
      return true
    })
    if (!first.ok) return this.#firstFailure(subject, first.inputIndex, first.error)
    // Standard flags only add rules. A transaction that passed with them needs a second pass only for its eval nodes.
    if (evalNodes) {
      const result = this.#secondPass(subject, height)
      // A module's answer depends on the chain and mempool of the local node, so the peer gets no score.
      if (!result.ok) return mandatoryFailure(result.error, false)
    }
    verifier.remember(txid, SCRIPT_FLAGS.BLOCK, branchId)
    return { ok: true }
  }

  /** Returns true if `check` would have to verify proofs. */
  needsProofs({ tx, txid, branchId }: Pick<ScriptSubject, 'tx' | 'txid' | 'branchId'>): boolean {
    return hasShieldedParts(tx) && !this.#verifier.isRemembered(txid, SHIELDED_PARTS, branchId)
  }

  /**
   * Verifies proofs on another thread and caches a success for `check`.
   * @param first queue before jobs that are already waiting
   * @returns the violation, or undefined if the proofs are valid
   */
  async prove(
    { tx, txid, branchId }: Pick<ScriptSubject, 'tx' | 'txid' | 'branchId'>,
    first: boolean,
  ): Promise<Violation | undefined> {
    const refusal = await this.#verifier.proofs.verify({ tx, branchId }, first)
    if (refusal !== undefined) return shieldedViolation(refusal)
    this.#verifier.remember(txid, SHIELDED_PARTS, branchId)
    return undefined
  }

  /** Runs only the second pass. Returns true if the crypto-condition contracts accept the transaction now. */
  satisfiesContracts(subject: ScriptSubject, height: number): boolean {
    return this.#secondPass(subject, height).ok
  }

  /** Verifies with mandatory flags, and with contracts deciding on eval nodes. */
  #secondPass({ tx, spent, branchId }: ScriptSubject, height: number) {
    return this.#verifier.verify(
      { tx, spent, branchId, flags: SCRIPT_FLAGS.MANDATORY },
      (evalCode, inputIndex) => this.#evaluator?.evaluate(evalCode, tx, inputIndex, height, this.#view).ok ?? false,
    )
  }

  #firstFailure(subject: ScriptSubject, inputIndex: number, error: ScriptError): ScriptAnswer {
    const { tx, spent, branchId } = subject
    const mandatory = this.#verifier.verify({ tx, spent, branchId, flags: SCRIPT_FLAGS.MANDATORY })
    // Inputs after the failing one were not checked, so the answer is about that input only.
    if (!mandatory.ok && mandatory.inputIndex === inputIndex) {
      const isBlamed = !usesConditions(tx, spent, inputIndex) && !this.#isSignedElsewhere(subject, inputIndex)
      return mandatoryFailure(error, isBlamed)
    }
    return {
      ok: false,
      code: REJECT.NONSTANDARD,
      reason: `non-mandatory-script-verify-flag (${scriptErrorText(error)})`,
      score: 0,
    }
  }

  /** Returns true if an input is valid with another upgrade’s branch id. Nodes before or after that upgrade relay it. */
  #isSignedElsewhere({ tx, spent, branchId }: ScriptSubject, failed: number): boolean {
    return Object.values(BRANCH_ID).some((id) => {
      if (id === branchId) return false
      const result = this.#verifier.verify({ tx, spent, branchId: id, flags: SCRIPT_FLAGS.MANDATORY }, () => true)
      return result.ok || result.inputIndex > failed
    })
  }

  #shieldedFault({ tx, txid, branchId }: ScriptSubject): Violation | undefined {
    if (!this.needsProofs({ tx, txid, branchId })) return undefined
    const fault = this.#verifier.shielded.verify([{ tx, branchId }], { frugal: true })
    if (fault !== undefined) return shieldedViolation(fault.refusal)
    this.#verifier.remember(txid, SHIELDED_PARTS, branchId)
    return undefined
  }
}
