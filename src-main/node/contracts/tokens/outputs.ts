import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne, tokenCcOne, tokenCcOneOfTwo } from '../../conditions/index.ts'
import { hash160 } from '../../crypto/index.ts'
import type { OutPoint, Transaction, TxOut } from '../../primitives/types.ts'
import { ccScript, isPayToCryptoCondition, p2pkhScript, p2pkScript } from '../../script/index.ts'
import { equal, hashKey, LruMap, toHex } from '../../util/index.ts'
import { decodeCcInputs, hasEval } from '../framework/ccInputs.ts'
import { announcedKeyLength } from '../framework/opReturn.ts'
import {
  FIRST_FREE_PAYLOAD,
  findNftData,
  type TokenCreateData,
  type TokenData,
  type TokenTransferData,
} from './codec.ts'
import { TOKENS_KEY } from './keys.ts'

/**
 * Finds the outputs of a transaction that hold tokens, without checking that its token inputs cover them: IsTokensvout
 * without "deep" (tokens.md §3.2). A transaction names only one token, which `getTokenId` returns.
 */

/** An output that holds tokens: its units equal its satoshis. */
export interface TokenOutput {
  readonly index: number
  /** > 0 */
  readonly value: bigint
  readonly scriptPubKey: Uint8Array
  /** the key it belongs to, or two keys if either may spend it; empty if unknown */
  readonly owners: readonly Uint8Array[]
}

/** Lookups of other transactions that `tokenOutputs` needs. */
export interface TokenFacts {
  /** Returns the first byte of the token's NFT data, or undefined if it is fungible or unknown. */
  nftCode(tokenId: Uint8Array): number | undefined
  /** Returns the output that an input spends, or undefined if it is unknown. */
  prevOutput(outpoint: OutPoint): TxOut | undefined
}

/** Script of the marker output of a create transaction: CC1(f2, tokens key). */
export const MARKER_SCRIPT = ccScript(ccOne(EVAL_CODES.tokens, TOKENS_KEY.publicKey))

/** Returns the token that a transaction names: its own id if it creates one. */
export function getTokenId(data: TokenData, txid: Uint8Array): Uint8Array {
  return data.func === 'c' ? txid : data.tokenId
}

/** Returns the outputs that hold tokens, in output order. */
export function tokenOutputs(tx: Transaction, data: TokenData, facts: TokenFacts): TokenOutput[] {
  return data.func === 'c' ? createdOutputs(tx, data, facts) : transferredOutputs(tx, data, facts)
}

/** Sums the values of token outputs. */
export function sumTokenValues(outputs: readonly TokenOutput[]): bigint {
  let sum = 0n
  for (const { value } of outputs) sum += value
  return sum
}

/**
 * Returns the outputs of a create. They count only if the creator paid for every output with own coins. Otherwise the
 * token is a fake.
 */
function createdOutputs(tx: Transaction, data: TokenCreateData, facts: TokenFacts): TokenOutput[] {
  const candidates: TokenOutput[] = []
  let locked = 0n
  tx.vout.forEach(({ value, scriptPubKey }, index) => {
    if (!isPayToCryptoCondition(scriptPubKey) || equal(scriptPubKey, MARKER_SCRIPT)) return
    locked += value
    if (index < tx.vout.length - 1 && value > 0n) candidates.push({ index, value, scriptPubKey, owners: [] })
  })
  if (ownCoinsSpent(tx, data.owner, facts) < locked) return []
  if (data.owner.length !== 33) return candidates
  const ownerScripts = [EVAL_CODES.tokens, ...nftCodes(data)].map((code) => scriptOfOne(code, 0, data.owner))
  return candidates.map((output) =>
    ownerScripts.some((script) => equal(script, output.scriptPubKey)) ? { ...output, owners: [data.owner] } : output,
  )
}

/**
 * Returns the script that holds a key's tokens: CC1(f2, key), or for an NFT TokCC1(f2, nftCode, key), which the NFT's
 * contract must also accept.
 */
export function tokenScript(nftCode: number, publicKey: Uint8Array): Uint8Array {
  return scriptOfOne(EVAL_CODES.tokens, nftCode, publicKey)
}

function nftCodes(data: TokenCreateData): number[] {
  const nft = findNftData(data)
  return nft === undefined ? [] : [nft[0]!]
}

/** Cache size. Owners recur, and both validation and index read each transfer. About 400 bytes per entry. */
const MAX_CACHED_SCRIPTS = 2_048
const knownScripts = new LruMap<string, Uint8Array>(MAX_CACHED_SCRIPTS)

function findOrMakeScript(name: string, make: () => Uint8Array): Uint8Array {
  const known = knownScripts.get(name)
  if (known) return known
  const script = make()
  knownScripts.set(name, script)
  return script
}

/** Returns the script of TokCC1(first, second, key). */
function scriptOfOne(first: number, second: number, key: Uint8Array): Uint8Array {
  return findOrMakeScript(`${toHex(key)} ${first} ${second}`, () => ccScript(tokenCcOne(first, second, key)))
}

/** Returns the script of CC1(f2, key). */
function plainScriptOfOne(key: Uint8Array): Uint8Array {
  return findOrMakeScript(toHex(key), () => ccScript(ccOne(EVAL_CODES.tokens, key)))
}

/** Sums the spent pay-to-pubkey and pay-to-pubkey-hash outputs of the owner's key, in satoshis. */
function ownCoinsSpent(tx: Transaction, owner: Uint8Array, facts: TokenFacts): bigint {
  if (owner.length === 0 || owner.length !== announcedKeyLength(owner[0])) return 0n
  const scripts = [p2pkScript(owner), p2pkhScript(hash160(owner))]
  const ccInputs = decodeCcInputs(tx)
  let sum = 0n
  tx.vin.forEach(({ prevout }, i) => {
    if (ccInputs[i] !== undefined) return
    const spent = facts.prevOutput(prevout)
    if (spent !== undefined && scripts.some((script) => equal(script, spent.scriptPubKey))) sum += spent.value
  })
  return sum
}

function transferredOutputs(tx: Transaction, data: TokenTransferData, facts: TokenFacts): TokenOutput[] {
  // Unmatched outputs by script. The last output is excluded, because it contains the data.
  const open = new Map<string, number[]>()
  tx.vout.slice(0, -1).forEach(({ value, scriptPubKey }, index) => {
    if (value <= 0n || !isPayToCryptoCondition(scriptPubKey)) return
    const key = toHex(scriptPubKey)
    open.set(key, [...(open.get(key) ?? []), index])
  })
  const found: TokenOutput[] = []
  for (const { script, owners } of ownerScripts(tx, data, facts)) {
    if (open.size === 0) break
    const key = toHex(script)
    for (const index of open.get(key) ?? []) {
      found.push({ index, value: tx.vout[index]!.value, scriptPubKey: script, owners })
    }
    open.delete(key)
  }
  return found.sort((a, b) => a.index - b.index)
}

interface OwnerScript {
  readonly script: Uint8Array
  readonly owners: readonly Uint8Array[]
}

/**
 * Yields the scripts that hold tokens in a transfer, most likely first. Lazy, because each new one costs a dozen
 * hashes.
 */
function* ownerScripts(tx: Transaction, data: TokenTransferData, facts: TokenFacts): Generator<OwnerScript> {
  const nft = facts.nftCode(data.tokenId)
  const codes = evalCodesOfTransfer(data, nft)
  const keys = data.pubkeys.map(conditionKey).filter(isOwnerKey)
  if (keys.length === 1 || keys.length === 2) yield* namedOwnerScripts(codes, nft, keys)
  for (const key of tokenSigners(tx)) {
    if (!isOwnerKey(key)) continue
    const owners = [key]
    for (const [first, second] of listCodeOrders(codes)) yield { script: scriptOfOne(first, second, key), owners }
    if (isFungible(nft)) yield { script: plainScriptOfOne(key), owners }
  }
}

function* namedOwnerScripts(codes: TransferCodes, nft: number | undefined, keys: Uint8Array[]): Generator<OwnerScript> {
  for (const key of keys) {
    const owners = [key]
    for (const [first, second] of listCodeOrders(codes)) yield { script: scriptOfOne(first, second, key), owners }
    if (codes.second !== 0) {
      if (codes.first !== 0) yield { script: scriptOfOne(codes.first, 0, key), owners }
      yield { script: scriptOfOne(codes.second, 0, key), owners }
    }
    if (isFungible(nft)) yield { script: plainScriptOfOne(key), owners }
  }
  const [one, two] = keys
  if (one === undefined || two === undefined) return
  for (const [first, second] of listCodeOrders(codes)) {
    yield { script: ccScript(tokenCcOneOfTwo(first, second, one, two)), owners: [one, two] }
  }
}

/** For CC1(f2, key) outputs, a token whose NFT data start with 0 counts as fungible. */
const isFungible = (nft: number | undefined): boolean => nft === undefined || nft === 0

/**
 * Returns the orders of the two codes that give different valid trees. With a payload both orders are valid, but their
 * trees differ only if the first code is 0 or the second is that of tokens.
 */
function listCodeOrders({ first, second }: TransferCodes): readonly (readonly [number, number])[] {
  const given = [first, second] as const
  const same = second === 0 || (first !== 0 && second !== EVAL_CODES.tokens)
  return same ? [given] : [given, [second, first]]
}

export interface TransferCodes {
  readonly first: number
  readonly second: number
}

/**
 * Returns the eval codes of a transfer's outputs. `first` is the code of the NFT, or of tokens; `second` is the code of
 * the payload's contract, or 0. A `first` of tokens is replaced by `second`, because such trees contain tokens anyway.
 */
export function evalCodesOfTransfer(data: TokenData, nft: number | undefined): TransferCodes {
  const first = nft ?? EVAL_CODES.tokens
  const second = data.payloads.find(({ id }) => id < FIRST_FREE_PAYLOAD)?.blob[0] ?? 0
  return first === EVAL_CODES.tokens && second !== 0 ? { first: second, second: 0 } : { first, second }
}

/** Truncates a key to the 33 bytes in a condition. An uncompressed key cannot fulfil a condition. */
const conditionKey = (key: Uint8Array): Uint8Array => key.subarray(0, 33)

const isOwnerKey = (key: Uint8Array): boolean => !equal(key, TOKENS_KEY.publicKey)

/** Returns the signers of the inputs that the rules of tokens validate, each key once. */
export function tokenSigners(tx: Transaction): Uint8Array[] {
  const signers = new Map<string, Uint8Array>()
  for (const input of decodeCcInputs(tx)) {
    if (input?.signer !== undefined && hasEval(input, EVAL_CODES.tokens))
      signers.set(hashKey(input.signer), input.signer)
  }
  return [...signers.values()]
}
