import { evalCodesOf, firstSecpKey, readFulfillment } from '../../conditions/index.ts'
import type { Transaction, TxIn } from '../../primitives/types.ts'
import { opAt } from '../../script/index.ts'
import { announcedKeyLength, readDataPush } from './opReturn.ts'

/** What modules need to know of an input's fulfilment. */
export interface CcInput {
  /** whole codes of the eval nodes, in tree order */
  readonly evalCodes: readonly Uint8Array[]
  /**
   * first secp256k1 key in depth-first order (crypto-conditions.md §4): who signed; undefined without one, and if its first byte
   * announces none, as in a fulfilment that nothing has checked
   */
  readonly signer: Uint8Array | undefined
}

/** Transactions are immutable, so what was decoded once holds for as long as the object lives. */
const decoded = new WeakMap<Transaction, readonly (CcInput | undefined)[]>()

/**
 * The fulfilments of a transaction's inputs, in input order; undefined where an input has none. The input's own script
 * decides: the output it spends is not considered (crypto-conditions.md §4, IsCCInput).
 */
export function ccInputsOf(tx: Transaction): readonly (CcInput | undefined)[] {
  const known = decoded.get(tx)
  if (known !== undefined) return known
  const inputs = tx.vin.map(decodeInput)
  decoded.set(tx, inputs)
  return inputs
}

/** Whether a fulfilment has an eval node of exactly this one-byte code (crypto-conditions.md §4, IsMyVin). */
export function hasEval(input: CcInput | undefined, evalCode: number): boolean {
  return input?.evalCodes.some((code) => code.length === 1 && code[0] === evalCode) ?? false
}

/**
 * Whether looking for fulfilments in all inputs stops the reference: one begins with an operation that pushes no data, as the
 * inputs of several signatures do, and it reads at no address.
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
  return { evalCodes: evalCodesOf(fulfillment), signer }
}
