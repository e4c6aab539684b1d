import type { SignatureChecker } from './checker.ts'
import { SCRIPT_FLAGS } from './flags.ts'
import { evalScript } from './interpreter.ts'
import { MAX_FULFILLMENT_ELEMENT_SIZE, OP } from './opcodes.ts'
import { isPushOnly, opAt } from './ops.ts'
import { isPayToCryptoCondition, isPayToScriptHash } from './patterns.ts'
import type { ScriptError } from './scriptError.ts'
import { castToBool } from './scriptNumber.ts'

export interface ScriptPair {
  /** script of the input */
  readonly scriptSig: Uint8Array
  /** script of the spent output */
  readonly scriptPubKey: Uint8Array
  /** bits of SCRIPT_FLAGS */
  readonly flags: number
  readonly checker: SignatureChecker
}

export type ScriptVerdict = { readonly ok: true } | { readonly ok: false; readonly error: ScriptError }

/** Verifies that an input's script unlocks an output's script (transactions-and-script.md §3). */
export function verifyScript(pair: ScriptPair): ScriptVerdict {
  const error = findError(pair)
  return error ? { ok: false, error } : { ok: true }
}

function findError({ scriptSig, scriptPubKey, flags, checker }: ScriptPair): ScriptError | undefined {
  if (flags & SCRIPT_FLAGS.SIGPUSHONLY && !isPushOnly(scriptSig)) return 'SIG_PUSHONLY'
  const stack: Uint8Array[] = []
  const isCc = checker.ccEnabled && isPayToCryptoCondition(scriptPubKey) !== false
  const signatureError = isCc ? pushFulfillment(stack, scriptSig) : evalScript(stack, scriptSig, flags, checker)
  if (signatureError) return signatureError
  const paysToHash = (flags & SCRIPT_FLAGS.P2SH) !== 0 && isPayToScriptHash(scriptPubKey)
  const signatureStack = paysToHash ? stack.slice() : []
  const error = runToTrue(stack, scriptPubKey, flags, checker)
  if (error) return error
  let finalStack = stack
  if (paysToHash) {
    if (!isPushOnly(scriptSig)) return 'SIG_PUSHONLY'
    finalStack = signatureStack
    // The output compared the hash of an element, so the element exists.
    const hidden = finalStack.pop() as Uint8Array
    const hiddenError = runToTrue(finalStack, hidden, flags, checker)
    if (hiddenError) return hiddenError
  }
  return flags & SCRIPT_FLAGS.CLEANSTACK && finalStack.length !== 1 ? 'CLEANSTACK' : undefined
}

function runToTrue(
  stack: Uint8Array[],
  script: Uint8Array,
  flags: number,
  checker: SignatureChecker,
): ScriptError | undefined {
  const error = evalScript(stack, script, flags, checker)
  if (error) return error
  const top = stack[stack.length - 1]
  return top && castToBool(top) ? undefined : 'EVAL_FALSE'
}

/**
 * Pushes the fulfillment of an input that spends a crypto-condition output. Its script is not run: it must be exactly
 * one push, which may be larger than other elements (transactions-and-script.md §3.2).
 */
function pushFulfillment(stack: Uint8Array[], scriptSig: Uint8Array): ScriptError | undefined {
  const op = opAt(scriptSig, 0)
  if (!op) return 'BAD_OPCODE'
  if (op.opcode === OP.OP_0 || op.opcode > OP.OP_PUSHDATA4 || op.end !== scriptSig.length) {
    return 'INVALID_STACK_OPERATION'
  }
  if (op.data.length > MAX_FULFILLMENT_ELEMENT_SIZE) return 'PUSH_SIZE'
  stack.push(op.data)
  return undefined
}
