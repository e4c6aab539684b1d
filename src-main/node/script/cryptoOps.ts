import { hash160, ripemd160, sha1, sha256, sha256d } from '../crypto/index.ts'
import { equal } from '../util/index.ts'
import { SCRIPT_FLAGS } from './flags.ts'
import { bool, element, type Machine, needs, type Operation, type OperationTable } from './machine.ts'
import { MAX_MULTISIG_KEYS, MAX_OPS, OP } from './opcodes.ts'
import type { ScriptError } from './scriptError.ts'
import { castToBool, decodeScriptNumber } from './scriptNumber.ts'
import { publicKeyEncodingError, signatureEncodingError } from './signatureEncoding.ts'

function hashes(hash: (bytes: Uint8Array) => Uint8Array): Operation {
  return needs(1, (stack, size) => {
    stack[size - 1] = hash(element(stack, 1))
  })
}

/** Returns the …VERIFY form of an operation. It fails unless the operation leaves true, which is popped. */
function verified(operation: Operation, error: ScriptError): Operation {
  return (machine) => {
    const failed = operation(machine)
    if (failed) return failed
    return castToBool(machine.stack.pop() as Uint8Array) ? undefined : error
  }
}

const isEqual = needs(2, (stack, size) => {
  const same = equal(element(stack, 2), element(stack, 1))
  stack.pop()
  stack[size - 2] = bool(same)
})

function encodingError(signature: Uint8Array, publicKey: Uint8Array, flags: number): ScriptError | undefined {
  return signatureEncodingError(signature, flags) ?? publicKeyEncodingError(publicKey, flags)
}

const checkSig = needs(2, (stack, size, { flags, checker, script }) => {
  const signature = element(stack, 2)
  const publicKey = element(stack, 1)
  const error = encodingError(signature, publicKey, flags)
  if (error) return error
  stack.pop()
  stack[size - 2] = bool(checker.checkSignature(signature, publicKey, script))
  return undefined
})

/** Returns the count at `fromTop`, from 0 to `limit`, or the error. */
function readCount(
  { stack, minimal }: Machine,
  fromTop: number,
  limit: number,
  error: ScriptError,
): number | ScriptError {
  if (stack.length < fromTop) return 'INVALID_STACK_OPERATION'
  const count = decodeScriptNumber(element(stack, fromTop), minimal)
  if (count === undefined) return 'UNKNOWN_ERROR'
  return count < 0 || count > limit ? error : count
}

/** Runs `<dummy> <signatures…> <count> <keys…> <count>`, with signatures in the order of their keys. */
const checkMultisig: Operation = (machine) => {
  const { stack, flags } = machine
  const keys = readCount(machine, 1, MAX_MULTISIG_KEYS, 'PUBKEY_COUNT')
  if (typeof keys === 'string') return keys
  machine.opCount += keys
  if (machine.opCount > MAX_OPS) return 'OP_COUNT'
  const signatures = readCount(machine, 2 + keys, keys, 'SIG_COUNT')
  if (typeof signatures === 'string') return signatures
  // The operation pops one element more than it uses: an early bug that became consensus.
  const taken = 3 + keys + signatures
  if (stack.length < taken) return 'INVALID_STACK_OPERATION'
  const good = matchSignatures(machine, keys, signatures)
  if (typeof good === 'string') return good
  if (flags & SCRIPT_FLAGS.NULLDUMMY && element(stack, taken).length > 0) return 'SIG_NULLDUMMY'
  stack.length -= taken
  stack.push(bool(good))
  return undefined
}

/**
 * Returns true if every signature matches a key, from the top down. Stops as soon as fewer keys than signatures are
 * left. The encodings of the remaining signatures and keys are then not checked. Consensus requires this, because a
 * script with OP_NOT after the operation succeeds with a wrong encoding there.
 */
function matchSignatures(machine: Machine, keys: number, signatures: number): boolean | ScriptError {
  const { stack, flags, checker, script } = machine
  let keyAt = 2
  let signatureAt = 3 + keys
  let keysLeft = keys
  let signaturesLeft = signatures
  while (signaturesLeft > 0) {
    const signature = element(stack, signatureAt)
    const publicKey = element(stack, keyAt)
    const error = encodingError(signature, publicKey, flags)
    if (error) return error
    if (checker.checkSignature(signature, publicKey, script)) {
      signatureAt++
      signaturesLeft--
    }
    keyAt++
    keysLeft--
    if (signaturesLeft > keysLeft) return false
  }
  return true
}

const checkCryptoCondition: Operation = ({ stack, checker }) => {
  if (!checker.ccEnabled) return 'BAD_OPCODE'
  const size = stack.length
  if (size < 2) return 'INVALID_STACK_OPERATION'
  const result = checker.checkCryptoCondition(element(stack, 1), element(stack, 2))
  if (result === undefined) return 'CRYPTOCONDITION_INVALID_FULFILLMENT'
  stack.pop()
  stack[size - 2] = bool(result)
  return undefined
}

export const CRYPTO_OPS: OperationTable = new Map<number, Operation>([
  [OP.OP_EQUAL, isEqual],
  [OP.OP_EQUALVERIFY, verified(isEqual, 'EQUALVERIFY')],
  [OP.OP_RIPEMD160, hashes(ripemd160)],
  [OP.OP_SHA1, hashes(sha1)],
  [OP.OP_SHA256, hashes(sha256)],
  [OP.OP_HASH160, hashes(hash160)],
  [OP.OP_HASH256, hashes(sha256d)],
  [OP.OP_CHECKSIG, checkSig],
  [OP.OP_CHECKSIGVERIFY, verified(checkSig, 'CHECKSIGVERIFY')],
  [OP.OP_CHECKMULTISIG, checkMultisig],
  [OP.OP_CHECKMULTISIGVERIFY, verified(checkMultisig, 'CHECKMULTISIGVERIFY')],
  [OP.OP_CHECKCRYPTOCONDITION, checkCryptoCondition],
  [OP.OP_CHECKCRYPTOCONDITIONVERIFY, verified(checkCryptoCondition, 'CRYPTOCONDITIONVERIFY')],
])
