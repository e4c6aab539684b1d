import type { OwnContract } from '#shared/protocol/evalCodes.ts'
import { type Condition, ccOne, ccOneOfTwo, tokenCcOne, tokenCcOneOfTwo } from '../conditions/index.ts'
import { hash160 } from '../crypto/index.ts'
import { ccScript, isPayToCryptoCondition } from '../script/index.ts'
import { hashKey } from '../util/index.ts'
import type { Memos } from './framework/memoCache.ts'
import { CONTRACT_LIST } from './list.ts'

/** Keys that can spend a condition if the contract's rules allow it. For `contract`, the private key is public. */
export type ConditionOwner =
  | { readonly kind: 'contract' }
  | { readonly kind: 'key'; readonly key: Uint8Array }
  | { readonly kind: 'either'; readonly keys: readonly [Uint8Array, Uint8Array] }

const GLOBAL_KEYS = CONTRACT_LIST.flatMap(({ globalKeys }) => globalKeys.map(({ publicKey }) => publicKey))
const CONTRACT_CODES = CONTRACT_LIST.flatMap(({ evalCodes }) => evalCodes)
const TOKEN_HOLDERS = CONTRACT_LIST.filter(({ holdsTokens }) => holdsTokens).flatMap(({ evalCodes }) => evalCodes)
const CONTRACT: ConditionOwner = { kind: 'contract' }

/** Contract names by global key. */
const CONTRACTS_BY_KEY: ReadonlyMap<string, OwnContract> = new Map(
  CONTRACT_LIST.flatMap(({ name, globalKeys }) =>
    globalKeys.map(({ publicKey }) => [hashKey(publicKey), name] as const),
  ),
)

/** Returns the contract with this global key. Its private key is public, so anyone can take coins paid to it. */
export const findContractByKey = (key: Uint8Array): OwnContract | undefined => CONTRACTS_BY_KEY.get(hashKey(key))
const isGlobalKey = (key: Uint8Array): boolean => findContractByKey(key) !== undefined

/** Contract names by address hash: of global keys, and of their conditions. */
const CONTRACTS_BY_HASH: ReadonlyMap<string, OwnContract> = new Map(
  CONTRACT_LIST.flatMap(({ name, globalKeys }) =>
    globalKeys.flatMap(({ publicKey }) =>
      [hashKey(hash160(publicKey)), ...conditionHashes(publicKey).map(hashKey)].map((hash) => [hash, name] as const),
    ),
  ),
)

/**
 * Returns the contract that owns the address with this hash. Plain coins paid to the address of a condition are lost,
 * because no key has this hash.
 */
export const findContractByHash = (hash20: Uint8Array): OwnContract | undefined =>
  CONTRACTS_BY_HASH.get(hashKey(hash20))

/**
 * Returns the address hashes of all conditions that need only this key's signature, including those of fungible tokens.
 */
export function conditionHashes(key: Uint8Array): Uint8Array[] {
  return [...generateKeyTrees(listTreeCodes([], []), key)].map((tree) => hash160(ccScript(tree)))
}

/** Eval codes that may occur in a condition tree. */
interface TreeCodes {
  readonly firsts: readonly number[]
  /** second code of trees that hold tokens; 0 for no second code */
  readonly seconds: readonly number[]
}

/**
 * @param nftCodes eval codes of non-fungible tokens
 * @param likely eval codes to try first
 */
function listTreeCodes(nftCodes: readonly number[], likely: readonly number[]): TreeCodes {
  const holders = nftCodes.length > 0 ? TOKEN_HOLDERS : []
  return {
    firsts: [...new Set([...likely, ...CONTRACT_CODES, ...nftCodes])],
    seconds: [...new Set([0, ...nftCodes, ...holders])],
  }
}

/**
 * Returns a function that finds the owner of a condition. An output script contains only a hash of its tree, so
 * candidate trees are generated lazily and compared. Conditions of global keys are the same for every transaction and
 * cached in `memo`.
 * @param keys 33 bytes each: keys that the transaction or its wallet names
 * @param pairs pairs of keys of which either may sign
 * @param nft eval codes of non-fungible tokens
 * @param likely eval codes to try first
 */
export function createConditionOwners(
  keys: readonly Uint8Array[],
  pairs: readonly (readonly [Uint8Array, Uint8Array])[],
  { nft, likely }: { readonly nft: readonly number[]; readonly likely: readonly number[] },
  memo: Memos,
): (scriptPubKey: Uint8Array) => ConditionOwner | undefined {
  const made = new Map<string, ConditionOwner>()
  const rest = generateTrees(keys, pairs, listTreeCodes(nft, likely), nft.length > 0)
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

type OwnedTree = readonly [tree: Condition, owner: ConditionOwner]

function* withOwner(trees: Iterable<Condition>, owner: ConditionOwner): Generator<OwnedTree> {
  for (const tree of trees) yield [tree, owner]
}

/** Generates all candidate trees: the first eval code for all keys, then the next code. */
function* generateTrees(
  keys: readonly Uint8Array[],
  pairs: readonly (readonly [Uint8Array, Uint8Array])[],
  { firsts, seconds }: TreeCodes,
  nft: boolean,
): Generator<OwnedTree> {
  for (const first of firsts) {
    const codes = { firsts: [first], seconds }
    for (const key of keys)
      yield* withOwner(generateKeyTrees(codes, key), isGlobalKey(key) ? CONTRACT : { kind: 'key', key })
    for (const pair of pairs) {
      yield* withOwner(
        generatePairTrees(codes, pair),
        pair.some(isGlobalKey) ? CONTRACT : { kind: 'either', keys: pair },
      )
    }
  }
  for (const key of nft ? GLOBAL_KEYS : []) yield* withOwner(generateKeyTrees({ firsts, seconds }, key), CONTRACT)
}

/** Returns the conditions of global keys, without those of non-fungible tokens. */
const contractScripts = (): ReadonlySet<string> => new Set(contractTrees().map((tree) => hashKey(ccScript(tree))))

function contractTrees(): Condition[] {
  const codes = listTreeCodes([], [])
  return GLOBAL_KEYS.flatMap((key) => [...generateKeyTrees(codes, key)])
}

function* generateKeyTrees({ firsts, seconds }: TreeCodes, key: Uint8Array): Generator<Condition> {
  for (const first of firsts) {
    yield ccOne(first, key)
    for (const second of seconds) yield tokenCcOne(first, second, key)
  }
}

function* generatePairTrees(
  { firsts, seconds }: TreeCodes,
  pair: readonly [Uint8Array, Uint8Array],
): Generator<Condition> {
  for (const [one, other] of [pair, [pair[1], pair[0]] as const]) {
    for (const first of firsts) {
      yield ccOneOfTwo(first, one, other)
      for (const second of seconds) yield tokenCcOneOfTwo(first, second, one, other)
    }
  }
}
