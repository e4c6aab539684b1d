import type { OwnContract } from '#shared/protocol/evalCodes.ts'
import { type Condition, ccOne, ccOneOfTwo, tokenCcOne, tokenCcOneOfTwo } from '../conditions/index.ts'
import { hash160 } from '../crypto/index.ts'
import { ccScript, isPayToCryptoCondition } from '../script/index.ts'
import { hashKey } from '../util/index.ts'
import type { Memos } from './framework/memoCache.ts'
import { CONTRACT_LIST } from './list.ts'

/** Who can spend a condition, besides the module that must agree. `contract`: everybody knows the key. */
export type ConditionOwner =
  | { readonly kind: 'contract' }
  | { readonly kind: 'key'; readonly key: Uint8Array }
  | { readonly kind: 'either'; readonly keys: readonly [Uint8Array, Uint8Array] }

const GLOBAL_KEYS = CONTRACT_LIST.flatMap(({ globalKeys }) => globalKeys.map(({ publicKey }) => publicKey))
const CONTRACT_CODES = CONTRACT_LIST.flatMap(({ evalCodes }) => evalCodes)
const TOKEN_HOLDERS = CONTRACT_LIST.filter(({ holdsTokens }) => holdsTokens).flatMap(({ evalCodes }) => evalCodes)
const CONTRACT: ConditionOwner = { kind: 'contract' }

/** Names of contracts by their global keys. */
const CONTRACTS_BY_KEY: ReadonlyMap<string, OwnContract> = new Map(
  CONTRACT_LIST.flatMap(({ name, globalKeys }) =>
    globalKeys.map(({ publicKey }) => [hashKey(publicKey), name] as const),
  ),
)

/** Returns the contract that this is a global key of. Its private key is public, so all can take what is paid to it. */
export const findContractByKey = (key: Uint8Array): OwnContract | undefined => CONTRACTS_BY_KEY.get(hashKey(key))
const isGlobalKey = (key: Uint8Array): boolean => findContractByKey(key) !== undefined

/** Names of contracts by the hashes in their addresses: those of global keys, and those of conditions of global keys. */
const CONTRACTS_BY_HASH: ReadonlyMap<string, OwnContract> = new Map(
  CONTRACT_LIST.flatMap(({ name, globalKeys }) =>
    globalKeys.flatMap(({ publicKey }) =>
      [hashKey(hash160(publicKey)), ...conditionHashes(publicKey).map(hashKey)].map((hash) => [hash, name] as const),
    ),
  ),
)

/**
 * Returns the contract that an address with this hash belongs to. Plain coins that are paid to the address of a condition are
 * lost: no key has this hash.
 */
export const findContractByHash = (hash20: Uint8Array): OwnContract | undefined =>
  CONTRACTS_BY_HASH.get(hashKey(hash20))

/** Returns the hashes of the addresses of all conditions that need a signature of this key alone, fungible tokens included. */
export function conditionHashes(key: Uint8Array): Uint8Array[] {
  return [...treesOfKey(treeCodes([], []), key)].map((tree) => hash160(ccScript(tree)))
}

/** Eval codes that may stand in a condition tree. */
interface TreeCodes {
  readonly firsts: readonly number[]
  /** of the trees that hold tokens; 0: none */
  readonly seconds: readonly number[]
}

/**
 * @param nftCodes eval codes of tokens that are not fungible
 * @param likely eval codes to begin with
 */
function treeCodes(nftCodes: readonly number[], likely: readonly number[]): TreeCodes {
  const holders = nftCodes.length > 0 ? TOKEN_HOLDERS : []
  return {
    firsts: [...new Set([...likely, ...CONTRACT_CODES, ...nftCodes])],
    seconds: [...new Set([0, ...nftCodes, ...holders])],
  }
}

/**
 * Finds out who owns a condition. The script of an output holds a hash of its tree only, so the trees of keys that may be
 * meant are made and compared, each only when a condition is looked for that is none of those before it. Those of global keys
 * are the same for every transaction and kept in `memo`.
 * @param keys 33 bytes each: those that a transaction or its wallet names
 * @param pairs two keys, either of which may sign
 * @param codes eval codes: of tokens that are not fungible, and those that conditions most likely have
 */
export function createConditionOwners(
  keys: readonly Uint8Array[],
  pairs: readonly (readonly [Uint8Array, Uint8Array])[],
  { nft, likely }: { readonly nft: readonly number[]; readonly likely: readonly number[] },
  memo: Memos,
): (scriptPubKey: Uint8Array) => ConditionOwner | undefined {
  const made = new Map<string, ConditionOwner>()
  const rest = treesOf(keys, pairs, treeCodes(nft, likely), nft.length > 0)
  const find = (wanted: string): ConditionOwner | undefined => {
    const known = made.get(wanted)
    if (known !== undefined) return known
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      const [tree, owner] = next.value
      const key = hashKey(ccScript(tree))
      if (!made.has(key)) made.set(key, owner)
      if (key === wanted) return made.get(key)
    }
    return undefined
  }
  return (scriptPubKey) => {
    const cc = isPayToCryptoCondition(scriptPubKey)
    if (cc === false) return undefined
    const key = hashKey(cc.subScript)
    return memo(contractScripts).has(key) ? CONTRACT : find(key)
  }
}

type Owned = readonly [tree: Condition, owner: ConditionOwner]

function* owned(trees: Iterable<Condition>, owner: ConditionOwner): Generator<Owned> {
  for (const tree of trees) yield [tree, owner]
}

/** All trees that may be meant, those of the first code for everybody before those of the next one. */
function* treesOf(
  keys: readonly Uint8Array[],
  pairs: readonly (readonly [Uint8Array, Uint8Array])[],
  { firsts, seconds }: TreeCodes,
  nft: boolean,
): Generator<Owned> {
  for (const first of firsts) {
    const codes = { firsts: [first], seconds }
    for (const key of keys) yield* owned(treesOfKey(codes, key), isGlobalKey(key) ? CONTRACT : { kind: 'key', key })
    for (const pair of pairs) {
      yield* owned(treesOfPair(codes, pair), pair.some(isGlobalKey) ? CONTRACT : { kind: 'either', keys: pair })
    }
  }
  for (const key of nft ? GLOBAL_KEYS : []) yield* owned(treesOfKey({ firsts, seconds }, key), CONTRACT)
}

/** The conditions of global keys, apart from those of tokens that are not fungible. */
const contractScripts = (): ReadonlySet<string> => new Set(contractTrees().map((tree) => hashKey(ccScript(tree))))

function contractTrees(): Condition[] {
  const codes = treeCodes([], [])
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
