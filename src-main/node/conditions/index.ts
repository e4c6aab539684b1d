/**
 * conditions: crypto-conditions, the signed and module-judged outputs of tokens, assets and faucet.
 *
 * Purpose: condition trees, their binary conditions and fulfillments, signing and checking signatures. This is the only
 * place that reads either of them. The protocol reads them in two ways, and so do we:
 *  - `isUsableCondition` (classify.ts, ber.ts): what an output pushes, as lenient BER. It decides whether the output is a
 *    crypto-condition, for decoding, standardness, the address index and through that for faucet claims. An output that
 *    passes may still be unspendable (crypto-conditions.md §9.9).
 *  - `readFulfillment` (decode.ts, der.ts): what an input pushes, as DER that must equal its own encoding except for lengths
 *    of strings (§9.1–9.8). It decides what scripts, block validation and modules see of an input.
 * The two are independent: a spend derives the condition from the fulfillment, and the output must begin with those bytes.
 * Non-goals: scripts, addresses and signature hashes (script), what a module allows (modules).
 * Invariants: what is encoded decodes to the same tree; two fulfillments with one meaning may differ in bytes, so nothing
 * may be cached under the bytes of one; hostile input never throws; trees are never changed, signing returns a new one;
 * input is bounded in size and depth, and each node is visited a fixed number of times.
 * Thread: any; pure functions.
 */
export { encodeCondition } from './attributes.ts'
export { isUsableCondition } from './classify.ts'
export { MAX_CONDITION_DEPTH, readFulfillment } from './decode.ts'
export { encodeFulfillment } from './encode.ts'
export {
  conditionOf,
  evalCodesOf,
  firstSecpKey,
  isFulfilled,
  isSigned,
  signCondition,
  verifyFulfillment,
} from './fulfill.ts'
export { ccOne, ccOneOfTwo, evalNode, secpNode, threshold, tokenCcOne, tokenCcOneOfTwo } from './trees.ts'
export { isSupportedCondition } from './typeMask.ts'
export type { Condition, Fulfillment } from './types.ts'
