import { shieldedViolation, type Violation, violation } from '../../consensus/index.ts'
import type { Block } from '../../primitives/index.ts'
import { scriptErrorText } from '../../script/index.ts'
import type { FailedScript, VerifyGroup } from '../../verify/index.ts'
import type { ChainContext } from '../context.ts'
import { unlessTolerated } from '../shieldedParts.ts'
import type { TreeEntry } from '../treeEntry.ts'

/**
 * Verification group for scripts and shielded parts, and the tag under which the verifier reports a block's results.
 */
export interface ScriptQueue {
  readonly scripts: VerifyGroup
  readonly tag: number
}

/** Waits for the pending verification of queued scripts and proofs. Returns the worst failure with the lowest tag. */
export function finishScripts({ logger, timed }: ChainContext, scripts: VerifyGroup): FailedScript | undefined {
  const failure = timed('scripts', () => scripts.finish())
  if (failure === undefined) return undefined
  const { verdict } = failure
  if ('kind' in verdict) logger.info('invalid shielded transaction in block', { reason: verdict.reason })
  else logger.info('invalid script in block', { inputIndex: verdict.inputIndex, error: scriptErrorText(verdict.error) })
  return failure
}

/**
 * Waits for the scripts and proofs of a single block and returns its verdict. A violation found by the checks takes
 * precedence over a failed script.
 * @param checked result of `checkTransactions`
 */
export function verifyBlock<V extends { readonly ok: true }>(
  context: ChainContext,
  checked: V | Violation,
  { block, parent, scripts }: { readonly block: Block; readonly parent: TreeEntry; readonly scripts: VerifyGroup },
): V | Violation {
  const failure = unlessTolerated(context, block, parent, finishScripts(context, scripts))
  if (failure === undefined || !checked.ok) return checked
  const { verdict } = failure
  // komodod gives no reason for a failed script.
  return 'kind' in verdict ? shieldedViolation(verdict) : violation('invalid', '')
}
