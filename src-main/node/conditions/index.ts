/**
 * conditions: crypto-conditions, the signed and contract-validated outputs of tokens, assets and faucet.
 *
 * Purpose: condition trees, their binary conditions and fulfillments, signing and verifying signatures. Only this
 * folder parses these formats. The protocol parses them in two ways, and so does this code:
 * - `isUsableCondition` (classify.ts, ber.ts) parses the push of an output as lenient BER. The result decides whether
 *   the output is a crypto-condition, for decoding, standardness, the address index and through that for faucet claims.
 *   An output that passes may still be unspendable (crypto-conditions.md §9.9).
 * - `readFulfillment` (decode.ts, der.ts) parses the push of an input as DER that must equal its own encoding except
 *   for lengths of strings (§9.1–9.8). Scripts, block validation and modules see only the result.
 *
 * The two are independent: a spend derives the condition from the fulfillment, and the output must begin with those
 * bytes. Non-goals: scripts, addresses and signature hashes (script), rules of contracts (modules). Invariants:
 * encoding and decoding returns the same tree. Two fulfillments with one meaning may differ in bytes, so nothing may be
 * cached under the bytes of a fulfillment. Hostile input never throws. Trees are immutable; signing returns a new one.
 * Input is bounded in size and depth, and each node is visited a fixed number of times. Thread: any; pure functions.
 */
export { encodeCondition } from './attributes.ts'
export { isUsableCondition } from './classify.ts'
export { MAX_CONDITION_DEPTH, readFulfillment } from './decode.ts'
export { encodeFulfillment } from './encode.ts'
export {
  collectEvalCodes,
  deriveCondition,
  firstSecpKey,
  isFulfilled,
  isSigned,
  signCondition,
  verifyFulfillment,
} from './fulfill.ts'
export { ccOne, ccOneOfTwo, evalNode, secpNode, threshold, tokenCcOne, tokenCcOneOfTwo } from './trees.ts'
export { isSupportedCondition } from './typeMask.ts'
export type { Condition, Fulfillment } from './types.ts'
