import type { Transaction, TxOut } from '../primitives/index.ts'
import {
  combineSignatures,
  createSighashCache,
  SCRIPT_FLAGS,
  type ScriptError,
  type SigningKeys,
  signInput,
  transactionChecker,
  verifyScript,
} from '../script/index.ts'

export interface SignRequest {
  /** the outputs that the inputs spend, in input order; undefined if unknown or already spent */
  readonly spent: readonly (TxOut | undefined)[]
  readonly keys: SigningKeys
  readonly branchId: number
  readonly ccEnabled: boolean
  /** default: SIGHASH.ALL */
  readonly hashType?: number
  /** other partially signed versions of the same transaction, whose signatures are merged */
  readonly variants?: readonly Transaction[]
}

/** Reason why an input is not signed: its output is unknown, or its script fails. */
export interface UnsignedInput {
  readonly inputIndex: number
  readonly error: 'missing' | ScriptError
}

export interface SignedTransaction {
  readonly tx: Transaction
  /** in input order; empty if all inputs are signed */
  readonly errors: readonly UnsignedInput[]
}

/**
 * Signs the inputs for which `keys` suffice, and reports why other inputs are not signed. Existing scripts are kept if
 * they are more complete. Crypto-condition modules are not used (crypto-conditions.md §4). Does not modify the given
 * transaction.
 */
export function signTransaction(unsigned: Transaction, request: SignRequest): SignedTransaction {
  const { spent, keys, branchId, ccEnabled, hashType } = request
  const errors: UnsignedInput[] = []
  const cache = createSighashCache(unsigned)

  const vin = unsigned.vin.map((input, inputIndex) => {
    const output = spent[inputIndex]
    if (!output) {
      errors.push({ inputIndex, error: 'missing' })
      return input
    }
    const { scriptPubKey, value: amount } = output
    const checker = transactionChecker({ tx: unsigned, inputIndex, amount, branchId, cache, ccEnabled })
    const fresh = signInput(
      { tx: unsigned, inputIndex, scriptPubKey, amount, branchId, cache, ...(hashType !== undefined && { hashType }) },
      keys,
    )
    const others = [unsigned, ...(request.variants ?? [])].map(({ vin }) => vin[inputIndex]?.scriptSig)
    const scriptSig = others.reduce<Uint8Array>(
      (merged, other) => (other ? combineSignatures(scriptPubKey, checker, merged, other) : merged),
      fresh.scriptSig,
    )
    const verdict = verifyScript({ scriptSig, scriptPubKey, flags: SCRIPT_FLAGS.STANDARD, checker })
    if (!verdict.ok) errors.push({ inputIndex, error: verdict.error })
    return { ...input, scriptSig }
  })
  return { tx: { ...unsigned, vin }, errors }
}
