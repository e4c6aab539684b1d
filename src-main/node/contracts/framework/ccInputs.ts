import { collectEvalCodes, firstSecpKey, readFulfillment } from '../../conditions/index.ts'
import type { Transaction, TxIn } from '../../primitives/types.ts'
import { opAt } from '../../script/index.ts'
import { announcedKeyLength, readDataPush } from './opReturn.ts'

/** Facts about an input's fulfilment that contracts need. */
export interface CcInput {
  /** complete codes of the eval nodes, in tree order */
  readonly evalCodes: readonly Uint8Array[]
  /**
   * signer: the first secp256k1 key in depth-first order (crypto-conditions.md §4). Undefined without a key, or if its
   * first byte is not that of a key, as in an unverified fulfilment.
   */
  readonly signer: Uint8Array | undefined
}

/** Transactions are immutable, so decoded inputs are cached for the lifetime of the object. */
const decoded = new WeakMap<Transaction, readonly (CcInput | undefined)[]>()

/**
 * Decodes the fulfilments of a transaction's inputs, in input order; undefined for an input without one. Only the
 * input's own script decides: the spent output is not considered (crypto-conditions.md §4, IsCCInput).
 */
export function decodeCcInputs(tx: Transaction): readonly (CcInput | undefined)[] {
  const known = decoded.get(tx)
  if (known !== undefined) return known
  const inputs = tx.vin.map(decodeInput)
  decoded.set(tx, inputs)
  return inputs
}

/** Returns true if a fulfilment has an eval node of exactly this one-byte code (crypto-conditions.md §4, IsMyVin). */
export function hasEval(input: CcInput | undefined, evalCode: number): boolean {
  return input?.evalCodes.some((code) => code.length === 1 && code[0] === evalCode) ?? false
}

/**
 * Returns true if searching all inputs for fulfilments makes the reference read an invalid address. This happens if an
 * input script starts with an operation that pushes no data, as in multisig inputs.
 */
export function stopsReference(tx: Transaction): boolean {
  return tx.vin.some(({ scriptSig }) => opAt(scriptSig, 0)?.data.length === 0)
}

function decodeInput({ scriptSig }: TxIn): CcInput | undefined {
  const push = readDataPush(scriptSig, 0)
  const fulfillment = push && readFulfillment(push.subarray(0, -1))
  if (fulfillment === undefined) return undefined
  const first = firstSecpKey(fulfillment)
  const signer = announcedKeyLength(first?.[0]) > 0 ? first : undefined
  return { evalCodes: collectEvalCodes(fulfillment), signer }
}
