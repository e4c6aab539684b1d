import { type Condition, ccOne, ccOneOfTwo, tokenCcOne, tokenCcOneOfTwo } from '../conditions/index.ts'
import { hash160 } from '../crypto/index.ts'
import { ccScript, isPayToCryptoCondition } from '../script/index.ts'
import { equal, hashKey } from '../util/index.ts'
import {
  ASSETS_KEY,
  EVAL_ASSETS,
  EVAL_FAUCET,
  EVAL_TOKENS,
  FAUCET_KEY,
  GATEWAYS_PUBLIC_KEY,
  TOKENS_KEY,
} from './evalCodes.ts'

/** Who can spend a condition, beside the module that must agree. `contract`: everybody knows the key. */
export type ConditionOwner =
  | { readonly kind: 'contract' }
  | { readonly kind: 'key'; readonly key: Uint8Array }
  | { readonly kind: 'either'; readonly keys: readonly [Uint8Array, Uint8Array] }

const GLOBAL_KEYS = [TOKENS_KEY.publicKey, ASSETS_KEY.publicKey, FAUCET_KEY.publicKey, GATEWAYS_PUBLIC_KEY]
const GLOBAL_HASHES = GLOBAL_KEYS.map(hash160)
const CODES = [EVAL_TOKENS, EVAL_ASSETS, EVAL_FAUCET]

/** Whether this is a module's own key, whose private key is public: what is paid to it is anybody's. */
export const isGlobalKey = (key: Uint8Array): boolean => GLOBAL_KEYS.some((global) => equal(global, key))
export const isGlobalKeyHash = (hash20: Uint8Array): boolean => GLOBAL_HASHES.some((global) => equal(global, hash20))

/**
 * Tells whose a condition is. The script of an output holds a hash of its tree only, so the trees of keys that may be meant
 * are made and compared.
 * @param keys 33 bytes each: those that a transaction or its wallet names
 * @param pairs two keys of which either may sign
 * @param nftCodes eval codes of tokens that are not fungible
 */
export function createConditionOwners(
  keys: readonly Uint8Array[],
  pairs: readonly (readonly [Uint8Array, Uint8Array])[],
  nftCodes: readonly number[],
): (scriptPubKey: Uint8Array) => ConditionOwner | undefined {
  const owners = new Map<string, ConditionOwner>()
  const add = (tree: Condition, owner: ConditionOwner) => {
    const name = hashKey(ccScript(tree))
    if (!owners.has(name)) owners.set(name, owner)
  }
  const firsts = [...new Set([...CODES, ...nftCodes])]
  const seconds = [0, ...nftCodes, ...(nftCodes.length > 0 ? [EVAL_ASSETS] : [])]
  for (const key of [...GLOBAL_KEYS, ...keys]) {
    const owner: ConditionOwner = isGlobalKey(key) ? { kind: 'contract' } : { kind: 'key', key }
    for (const first of firsts) {
      add(ccOne(first, key), owner)
      for (const second of seconds) add(tokenCcOne(first, second, key), owner)
    }
  }
  for (const pair of pairs) {
    const owner: ConditionOwner = pair.some(isGlobalKey) ? { kind: 'contract' } : { kind: 'either', keys: pair }
    for (const [one, other] of [pair, [pair[1], pair[0]] as const]) {
      for (const first of firsts) {
        add(ccOneOfTwo(first, one, other), owner)
        for (const second of seconds) add(tokenCcOneOfTwo(first, second, one, other), owner)
      }
    }
  }
  return (scriptPubKey) => {
    const cc = isPayToCryptoCondition(scriptPubKey)
    return cc === false ? undefined : owners.get(hashKey(cc.subScript))
  }
}
