import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { Condition, EvalCondition, Secp256k1Condition, ThresholdCondition } from './types.ts'

/** Returns a node that the module of this eval code validates. */
export function evalNode(code: number): EvalCondition {
  return { type: 'eval', code: Uint8Array.of(code) }
}

/** Returns a node that needs a signature of this key (33 bytes, compressed). */
export function secpNode(publicKey: Uint8Array): Secp256k1Condition {
  return { type: 'secp256k1', publicKey }
}

/** Returns a node that is fulfilled if `count` of `subs` are. */
export function threshold(count: number, subs: readonly Condition[]): ThresholdCondition {
  return { type: 'threshold', threshold: count, subs }
}

function requireAnyKey(...publicKeys: readonly Uint8Array[]): ThresholdCondition {
  return threshold(1, publicKeys.map(secpNode))
}

/** CC1(evalCode, publicKey): requires the module's consent and the key's signature. */
export function ccOne(evalCode: number, publicKey: Uint8Array): ThresholdCondition {
  return threshold(2, [evalNode(evalCode), requireAnyKey(publicKey)])
}

/** CC1of2(evalCode, first, second): requires the module's consent and a signature of either key. */
export function ccOneOfTwo(evalCode: number, first: Uint8Array, second: Uint8Array): ThresholdCondition {
  return threshold(2, [evalNode(evalCode), requireAnyKey(first, second)])
}

/**
 * TokCC1(evalCode, evalCode2, publicKey): like CC1, but also requires the consent of the tokens module and of the
 * module of `evalCode2` (if not 0).
 */
export function tokenCcOne(evalCode: number, evalCode2: number, publicKey: Uint8Array): ThresholdCondition {
  return tokenTree(evalCode, evalCode2, requireAnyKey(publicKey))
}

/** TokCC1of2(evalCode, evalCode2, first, second): like TokCC1, with a signature of either key. */
export function tokenCcOneOfTwo(
  evalCode: number,
  evalCode2: number,
  first: Uint8Array,
  second: Uint8Array,
): ThresholdCondition {
  return tokenTree(evalCode, evalCode2, requireAnyKey(first, second))
}

function tokenTree(evalCode: number, evalCode2: number, keys: ThresholdCondition): ThresholdCondition {
  const subs: Condition[] = [evalNode(evalCode)]
  if (evalCode !== EVAL_CODES.tokens) subs.push(evalNode(EVAL_CODES.tokens))
  if (evalCode2 !== 0) subs.push(evalNode(evalCode2))
  subs.push(keys)
  return threshold(subs.length, subs)
}
