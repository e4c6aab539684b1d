/**
 * conditions: crypto-conditions, the signed and module-judged outputs of tokens, assets and faucet.
 *
 * Purpose: condition trees, their binary conditions and fulfillments, signing and checking signatures.
 * Non-goals: scripts, addresses and signature hashes (script), what a module allows (modules), prefix conditions.
 * Invariants: decoding accepts only what encoding writes, so a decoded fulfillment encodes to the same bytes; only
 * DecodeError leaves the decoders; trees are never changed, signing gives a new one; input is bounded in size and depth.
 * Thread: any; pure functions.
 */
export { encodeCondition, isSupportedCondition } from './attributes.ts'
export { decodeCondition, decodeFulfillment, MAX_CONDITION_DEPTH } from './decode.ts'
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
export type { Condition, Fulfillment } from './types.ts'
