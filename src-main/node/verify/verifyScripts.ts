import { createSighashCache, transactionChecker, verifyScript } from '../script/index.ts'
import type { EvaluateNode, JobVerdict, ScriptJob } from './types.ts'

const SATISFIED: JobVerdict = { ok: true }
const always = (): boolean => true

/** Runs the scripts of one transaction's inputs, in order, up to the first that fails. */
export function verifyScripts(job: ScriptJob, ccEnabled: boolean, evaluate?: EvaluateNode): JobVerdict {
  const { tx, spent, flags, branchId } = job
  const cache = createSighashCache(tx)
  for (let inputIndex = 0; inputIndex < tx.vin.length; inputIndex++) {
    const { value: amount, scriptPubKey } = spent[inputIndex]!
    const evaluateCondition = evaluate === undefined ? always : (evalCode: Uint8Array) => evaluate(evalCode, inputIndex)
    const checker = transactionChecker({
      tx,
      inputIndex,
      amount,
      branchId,
      cache,
      ccEnabled,
      evaluate: evaluateCondition,
    })
    const result = verifyScript({ scriptSig: tx.vin[inputIndex]!.scriptSig, scriptPubKey, flags, checker })
    if (!result.ok) return { ok: false, inputIndex, error: result.error }
  }
  return SATISFIED
}
