import type { Transaction, TxOut } from '../../primitives/index.ts'
import {
  combineSignatures,
  createSighashCache,
  SCRIPT_FLAGS,
  type ScriptError,
  type SigningKeys,
  signInput,
  transactionChecker,
  verifyScript,
} from '../../script/index.ts'

export interface SignRequest {
  /** the outputs that the inputs spend, in input order; undefined: unknown or spent already */
  readonly spent: readonly (TxOut | undefined)[]
  readonly keys: SigningKeys
  readonly branchId: number
  readonly ccEnabled: boolean
  /** SIGHASH.ALL if left out */
  readonly hashType?: number
  /** other partly signed versions of the same transaction, whose signatures are merged in */
  readonly variants?: readonly Transaction[]
}

/** Why an input is not signed: its output is unknown, or the script that it has fails. */
export interface UnsignedInput {
  readonly inputIndex: number
  readonly error: 'missing' | ScriptError
}

export interface SignedTransaction {
  readonly tx: Transaction
  /** in input order; empty: everything is signed */
  readonly errors: readonly UnsignedInput[]
}

/**
 * Signs what these keys can sign and says of every other input why it is not done. Existing scripts are kept where they
 * are better; crypto-condition modules are not asked (crypto-conditions.md §4). The transaction given is not changed.
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
