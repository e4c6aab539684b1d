import { type Condition, ccOne, ccOneOfTwo, tokenCcOne, tokenCcOneOfTwo } from '../conditions/index.ts'
import { hash160 } from '../crypto/index.ts'
import { ccScript, isPayToCryptoCondition } from '../script/index.ts'
import { equal, hashKey } from '../util/index.ts'
import { MODULE_LIST } from './list.ts'
import type { Memos } from './moduleContext.ts'

/** Who can spend a condition, besides the module that must agree. `contract`: everybody knows the key. */
export type ConditionOwner =
  | { readonly kind: 'contract' }
  | { readonly kind: 'key'; readonly key: Uint8Array }
  | { readonly kind: 'either'; readonly keys: readonly [Uint8Array, Uint8Array] }

const GLOBAL_KEYS = MODULE_LIST.flatMap(({ globalKeys }) => globalKeys.map(({ publicKey }) => publicKey))
const GLOBAL_HASHES = GLOBAL_KEYS.map(hash160)
const MODULE_CODES = MODULE_LIST.flatMap(({ evalCodes }) => evalCodes)
const TOKEN_HOLDERS = MODULE_LIST.filter(({ holdsTokens }) => holdsTokens).flatMap(({ evalCodes }) => evalCodes)
const CONTRACT: ConditionOwner = { kind: 'contract' }

/** Whether this is a module's own key, whose private key is public: anybody can take what is paid to it. */
export const isGlobalKey = (key: Uint8Array): boolean => GLOBAL_KEYS.some((global) => equal(global, key))
export const isGlobalKeyHash = (hash20: Uint8Array): boolean => GLOBAL_HASHES.some((global) => equal(global, hash20))

const CONTRACT_HASHES: ReadonlySet<string> = new Set(contractTrees().map((tree) => hashKey(hash160(ccScript(tree)))))

/**
 * Whether this is the hash of a condition of a contract, as the addresses of contracts have it. Plain coins that are paid to it
 * are lost: no key has this hash.
 */
export const isContractHash = (hash20: Uint8Array): boolean => CONTRACT_HASHES.has(hashKey(hash20))

/** Eval codes that may stand in a condition tree. */
interface TreeCodes {
  readonly firsts: readonly number[]
  /** of the trees that hold tokens; 0: none */
  readonly seconds: readonly number[]
}

/** @param nftCodes eval codes of tokens that are not fungible */
function treeCodes(nftCodes: readonly number[]): TreeCodes {
  const holders = nftCodes.length > 0 ? TOKEN_HOLDERS : []
  return { firsts: [...new Set([...MODULE_CODES, ...nftCodes])], seconds: [...new Set([0, ...nftCodes, ...holders])] }
}

/**
 * Finds out who owns a condition. The script of an output holds a hash of its tree only, so the trees of keys that may be
 * meant are made and compared. Those of global keys are the same for every transaction and kept in `memo`.
 * @param keys 33 bytes each: those that a transaction or its wallet names
 * @param pairs two keys, either of which may sign
 * @param nftCodes eval codes of tokens that are not fungible
 */
export function createConditionOwners(
  keys: readonly Uint8Array[],
  pairs: readonly (readonly [Uint8Array, Uint8Array])[],
  nftCodes: readonly number[],
  memo: Memos,
): (scriptPubKey: Uint8Array) => ConditionOwner | undefined {
  const contracts = memo(contractScripts)
  const owners = new Map<string, ConditionOwner>()
  const codes = treeCodes(nftCodes)
  const add = (trees: Iterable<Condition>, owner: ConditionOwner) => {
    for (const tree of trees) {
      const key = hashKey(ccScript(tree))
      if (!owners.has(key)) owners.set(key, owner)
    }
  }
  if (nftCodes.length > 0) for (const key of GLOBAL_KEYS) add(treesOfKey(codes, key), CONTRACT)
  for (const key of keys) add(treesOfKey(codes, key), isGlobalKey(key) ? CONTRACT : { kind: 'key', key })
  for (const pair of pairs) {
    add(treesOfPair(codes, pair), pair.some(isGlobalKey) ? CONTRACT : { kind: 'either', keys: pair })
  }
  return (scriptPubKey) => {
    const cc = isPayToCryptoCondition(scriptPubKey)
    if (cc === false) return undefined
    const key = hashKey(cc.subScript)
    return contracts.has(key) ? CONTRACT : owners.get(key)
  }
}

/** The conditions of global keys, apart from those of tokens that are not fungible. */
const contractScripts = (): ReadonlySet<string> => new Set(contractTrees().map((tree) => hashKey(ccScript(tree))))

function contractTrees(): Condition[] {
  const codes = treeCodes([])
  return GLOBAL_KEYS.flatMap((key) => [...treesOfKey(codes, key)])
}

function* treesOfKey({ firsts, seconds }: TreeCodes, key: Uint8Array): Generator<Condition> {
  for (const first of firsts) {
    yield ccOne(first, key)
    for (const second of seconds) yield tokenCcOne(first, second, key)
  }
}

function* treesOfPair({ firsts, seconds }: TreeCodes, pair: readonly [Uint8Array, Uint8Array]): Generator<Condition> {
  for (const [one, other] of [pair, [pair[1], pair[0]] as const]) {
    for (const first of firsts) {
      yield ccOneOfTwo(first, one, other)
      for (const second of seconds) yield tokenCcOneOfTwo(first, second, one, other)
    }
  }
}
