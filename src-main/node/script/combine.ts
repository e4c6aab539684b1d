import { compareBytes, concat, toHex } from '../util/index.ts'
import { pushMinimal } from './build.ts'
import { NULL_CHECKER, type SignatureChecker } from './checker.ts'
import { classify } from './classify.ts'
import { SCRIPT_FLAGS } from './flags.ts'
import { evalScript } from './interpreter.ts'

type Elements = readonly Uint8Array[]

/**
 * Merges two partly signed scripts of one input: all valid signatures of both for multisig (also P2SH), otherwise the
 * signed script. `checker` is the input's checker.
 */
export function combineSignatures(
  scriptPubKey: Uint8Array,
  checker: SignatureChecker,
  first: Uint8Array,
  second: Uint8Array,
): Uint8Array {
  const { type } = classify(scriptPubKey, { cc: checker.ccEnabled })
  // A fulfillment may exceed the limit of a stack element, and has no parts to merge.
  if (type === 'cryptocondition') return first.length > 0 ? first : second
  return concat(...merge(scriptPubKey, checker, runPushes(first), runPushes(second)).map(pushMinimal))
}

/** Returns the stack after the script ends or fails. */
function runPushes(scriptSig: Uint8Array): Elements {
  const stack: Uint8Array[] = []
  evalScript(stack, scriptSig, SCRIPT_FLAGS.STRICTENC, NULL_CHECKER)
  return stack
}

function merge(script: Uint8Array, checker: SignatureChecker, first: Elements, second: Elements): Elements {
  const { type, solutions, required = 0 } = classify(script, { cc: checker.ccEnabled })
  switch (type) {
    case 'multisig':
      return mergeMultisig(script, checker, solutions.slice(1, -1), required, [...first, ...second])
    case 'scripthash':
      return mergeBehindHash(checker, first, second)
    case 'pubkey':
    case 'pubkeyhash':
    case 'cryptocondition':
      return isEmpty(first[0]) ? second : first
    default:
      // Unknown form: the longer stack is used.
      return first.length >= second.length ? first : second
  }
}

function isEmpty(element: Uint8Array | undefined): boolean {
  return element === undefined || element.length === 0
}

function mergeBehindHash(checker: SignatureChecker, first: Elements, second: Elements): Elements {
  const hidden = first[first.length - 1]
  if (hidden === undefined || hidden.length === 0) return second
  if (isEmpty(second[second.length - 1])) return first
  return [...merge(hidden, checker, first.slice(0, -1), second.slice(0, -1)), hidden]
}

function mergeMultisig(
  script: Uint8Array,
  checker: SignatureChecker,
  keys: Elements,
  required: number,
  elements: Elements,
): Elements {
  const signatureOf = new Map<Uint8Array, Uint8Array>()
  for (const signature of distinct(elements)) {
    const key = keys.find((key) => !signatureOf.has(key) && checker.checkSignature(signature, key, script))
    if (key) signatureOf.set(key, signature)
  }
  const signatures: Uint8Array[] = []
  for (const key of keys) {
    const signature = signatureOf.get(key)
    if (signature && signatures.length < required) signatures.push(signature)
  }
  while (signatures.length < required) signatures.push(new Uint8Array(0))
  return [new Uint8Array(0), ...signatures]
}

/** Removes empty and repeated elements. The resulting order does not depend on the order of the arguments. */
function distinct(elements: Elements): Uint8Array[] {
  const known = new Map<string, Uint8Array>()
  for (const element of elements) if (element.length > 0) known.set(toHex(element), element)
  return [...known.values()].sort(compareBytes)
}
