import {
  collectEvalCodes,
  deriveCondition,
  isSigned,
  isSupportedCondition,
  readFulfillment,
  verifyFulfillment,
} from '../conditions/index.ts'
import { parseDerLax, secp256k1 } from '../crypto/index.ts'
import type { Transaction, TxIn } from '../primitives/index.ts'
import { concat, startsWith } from '../util/index.ts'
import { pushData } from './build.ts'
import { OP } from './opcodes.ts'
import { hasKeyShape } from './patterns.ts'
import { SighashError, signatureHash } from './signatureHash.ts'
import { createSighashCache, type SighashCache } from './zipSighash.ts'

/** Lock times at or above this are unix seconds, smaller ones are heights. */
const LOCK_TIME_THRESHOLD = 500_000_000
const FINAL_SEQUENCE = 0xffffffff
const CC_OPERATION = Uint8Array.of(OP.OP_CHECKCRYPTOCONDITION)

/** Checks that the interpreter delegates, on the transaction whose input it verifies. */
export interface SignatureChecker {
  /** true if the chain has crypto-conditions; otherwise their operations are undefined */
  readonly ccEnabled: boolean
  /** `signature` includes its hash type, the last byte */
  checkSignature(signature: Uint8Array, publicKey: Uint8Array, scriptCode: Uint8Array): boolean
  /** returns true if the transaction's lock time is at least this */
  checkLockTime(lockTime: number): boolean
  /**
   * `fulfillment` includes its hash type, the last byte; returns undefined if it is malformed, which fails the complete
   * script
   */
  checkCryptoCondition(condition: Uint8Array, fulfillment: Uint8Array): boolean | undefined
}

/** Accepts no signature. Used to run scripts that only push. */
export const NULL_CHECKER: SignatureChecker = {
  ccEnabled: true,
  checkSignature: () => false,
  checkLockTime: () => false,
  checkCryptoCondition: () => false,
}

export interface CheckerOptions {
  readonly tx: Transaction
  readonly inputIndex: number
  /** satoshis of the spent output */
  readonly amount: bigint
  /** consensus branch at the height for which the transaction is valid */
  readonly branchId: number
  /** shared by the inputs of one transaction */
  readonly cache?: SighashCache | undefined
  readonly ccEnabled: boolean
  /**
   * Validates an eval node by its complete code, for this input. Called once per node, in tree order, until one is
   * rejected. Without this function every node counts as valid, which is correct if modules are not run
   * (crypto-conditions.md §4).
   */
  readonly evaluate?: ((evalCode: Uint8Array) => boolean) | undefined
}

/** Creates the checker for one input of a transaction. */
export function transactionChecker(options: CheckerOptions): SignatureChecker {
  const { tx, inputIndex, amount, branchId, ccEnabled, evaluate } = options
  const cache = options.cache ?? createSighashCache(tx)
  const hashFor = (scriptCode: Uint8Array, hashType: number): Uint8Array | undefined => {
    try {
      return signatureHash({ tx, inputIndex, scriptCode, hashType, amount, branchId, cache })
    } catch (error) {
      if (error instanceof SighashError) return undefined
      throw error
    }
  }
  return {
    ccEnabled,
    checkSignature(signature, publicKey, scriptCode) {
      if (signature.length === 0 || !hasKeyShape(publicKey)) return false
      const compact = parseDerLax(signature.subarray(0, -1))
      if (!compact) return false
      const hash = hashFor(scriptCode, signature[signature.length - 1] as number)
      return hash !== undefined && secp256k1.verify(compact, hash, publicKey)
    },
    checkLockTime: (lockTime) => isLockedUntil(tx, tx.vin[inputIndex], lockTime),
    checkCryptoCondition: (condition, payload) => checkCryptoCondition(condition, payload, hashFor, evaluate),
  }
}

/** Checks a lock time (BIP 65). */
function isLockedUntil(tx: Transaction, input: TxIn | undefined, lockTime: number): boolean {
  if (tx.lockTime < LOCK_TIME_THRESHOLD !== lockTime < LOCK_TIME_THRESHOLD) return false
  // A final input disables the transaction's own lock time.
  return lockTime <= tx.lockTime && input !== undefined && input.sequence !== FINAL_SEQUENCE
}

/** Checks a fulfillment against a condition, see crypto-conditions.md §4. */
function checkCryptoCondition(
  condition: Uint8Array,
  payload: Uint8Array,
  hashFor: (scriptCode: Uint8Array, hashType: number) => Uint8Array | undefined,
  evaluate: ((evalCode: Uint8Array) => boolean) | undefined,
): boolean | undefined {
  if (payload.length === 0) return false
  const fulfillment = readFulfillment(payload.subarray(0, -1))
  if (!fulfillment) return undefined
  if (!isSupportedCondition(fulfillment) || !isSigned(fulfillment)) return false
  const own = deriveCondition(fulfillment)
  // Bytes after the condition are ignored, and signatures do not cover them (crypto-conditions.md §9.2).
  if (!startsWith(condition, own)) return false
  // The script code is built from the condition, so signatures do not cover data that the output drops after it.
  const hash = hashFor(concat(pushData(own), CC_OPERATION), payload[payload.length - 1] as number)
  if (!hash || !verifyFulfillment(fulfillment, hash)) return false
  return !evaluate || collectEvalCodes(fulfillment).every((evalCode) => evaluate(evalCode))
}
