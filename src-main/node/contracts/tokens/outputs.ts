import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ccOne, tokenCcOne, tokenCcOneOfTwo } from '../../conditions/index.ts'
import { hash160 } from '../../crypto/index.ts'
import type { OutPoint, Transaction, TxOut } from '../../primitives/types.ts'
import { ccScript, isPayToCryptoCondition, p2pkhScript, p2pkScript } from '../../script/index.ts'
import { equal, hashKey, LruMap, toHex } from '../../util/index.ts'
import { ccInputsOf, hasEval } from '../framework/ccInputs.ts'
import { announcedKeyLength } from '../framework/opReturn.ts'
import { FIRST_FREE_PAYLOAD, nftDataOf, type TokenCreateData, type TokenData, type TokenTransferData } from './codec.ts'
import { TOKENS_KEY } from './keys.ts'

/**
 * Which outputs of a transaction hold tokens, judged by that transaction alone: IsTokensvout without "deep" of tokens.md
 * §3.2. A transaction names only one token, so the token id is not a parameter: it is `tokenIdOf`.
 */

/** An output that holds tokens: as many units as it holds satoshis. */
export interface TokenOutput {
  readonly index: number
  /** > 0 */
  readonly value: bigint
  readonly scriptPubKey: Uint8Array
  /** the key it belongs to, two keys of which either may spend it, or none if unknown */
  readonly owners: readonly Uint8Array[]
}

/** What the rule needs to know besides the transaction. */
export interface TokenFacts {
  /** first byte of the token's NFT data; undefined if it is fungible or unknown */
  nftCode(tokenId: Uint8Array): number | undefined
  /** the output an input spends, if it is known */
  prevOutput(outpoint: OutPoint): TxOut | undefined
}

/** The marker output of a create transaction: CC1(f2, tokens key). */
export const MARKER_SCRIPT = ccScript(ccOne(EVAL_CODES.tokens, TOKENS_KEY.publicKey))

/** The token that a transaction names: its own id if it creates one. */
export function tokenIdOf(data: TokenData, txid: Uint8Array): Uint8Array {
  return data.func === 'c' ? txid : data.tokenId
}

export function tokenOutputs(tx: Transaction, data: TokenData, facts: TokenFacts): TokenOutput[] {
  return data.func === 'c' ? createdOutputs(tx, data, facts) : transferredOutputs(tx, data, facts)
}

/** Sum over token outputs. */
export function sumOf(outputs: readonly TokenOutput[]): bigint {
  let sum = 0n
  for (const { value } of outputs) sum += value
  return sum
}

/** A created supply counts only if its creator paid for it with coins of his own; otherwise the token is a fake. */
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

/** The script that holds tokens of a key: CC1(f2, key), for an NFT with this code the tree that its module must accept too. */
export function tokenScript(nftCode: number, publicKey: Uint8Array): Uint8Array {
  return scriptOfOne(EVAL_CODES.tokens, nftCode, publicKey)
}

function nftCodes(data: TokenCreateData): number[] {
  const nft = nftDataOf(data)
  return nft === undefined ? [] : [nft[0]!]
}

/** Owners come again and again, and each transfer is looked at twice: by its judge and by the index. Some 400 bytes an entry. */
const MOST_SCRIPTS = 2_048
const knownScripts = new LruMap<string, Uint8Array>(MOST_SCRIPTS)

/** The script of TokCC1(first, second, key). */
function scriptOfOne(first: number, second: number, key: Uint8Array): Uint8Array {
  const name = `${toHex(key)} ${first} ${second}`
  const known = knownScripts.get(name)
  if (known) return known
  const script = ccScript(tokenCcOne(first, second, key))
  knownScripts.set(name, script)
  return script
}

/** Satoshis that came in from pay-to-pubkey and pay-to-pubkey-hash outputs of the owner's key. */
function ownCoinsSpent(tx: Transaction, owner: Uint8Array, facts: TokenFacts): bigint {
  if (owner.length === 0 || owner.length !== announcedKeyLength(owner[0])) return 0n
  const scripts = [p2pkScript(owner), p2pkhScript(hash160(owner))]
  const ccInputs = ccInputsOf(tx)
  let sum = 0n
  tx.vin.forEach(({ prevout }, i) => {
    if (ccInputs[i] !== undefined) return
    const spent = facts.prevOutput(prevout)
    if (spent !== undefined && scripts.some((script) => equal(script, spent.scriptPubKey))) sum += spent.value
  })
  return sum
}

function transferredOutputs(tx: Transaction, data: TokenTransferData, facts: TokenFacts): TokenOutput[] {
  // Outputs that no candidate has claimed yet, by script. The last output is never one: it holds the data.
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

/** The scripts that hold tokens in a transfer, most likely first. Lazy, because a new one costs a dozen hashes. */
function* ownerScripts(tx: Transaction, data: TokenTransferData, facts: TokenFacts): Generator<OwnerScript> {
  const nft = facts.nftCode(data.tokenId)
  const codes = evalCodesOfTransfer(data, nft)
  const keys = data.pubkeys.map(conditionKey).filter(isPersonal)
  if (keys.length === 1 || keys.length === 2) yield* namedOwnerScripts(codes, nft, keys)
  for (const key of tokenSigners(tx)) {
    if (!isPersonal(key)) continue
    const owners = [key]
    for (const [first, second] of ordersOf(codes)) yield { script: scriptOfOne(first, second, key), owners }
    if (isFungible(nft)) yield { script: ccScript(ccOne(EVAL_CODES.tokens, key)), owners }
  }
}

function* namedOwnerScripts(codes: TransferCodes, nft: number | undefined, keys: Uint8Array[]): Generator<OwnerScript> {
  for (const key of keys) {
    const owners = [key]
    for (const [first, second] of ordersOf(codes)) yield { script: scriptOfOne(first, second, key), owners }
    if (codes.second !== 0) {
      if (codes.first !== 0) yield { script: scriptOfOne(codes.first, 0, key), owners }
      yield { script: scriptOfOne(codes.second, 0, key), owners }
    }
    if (isFungible(nft)) yield { script: ccScript(ccOne(EVAL_CODES.tokens, key)), owners }
  }
  const [one, two] = keys
  if (one === undefined || two === undefined) return
  for (const [first, second] of ordersOf(codes)) {
    yield { script: ccScript(tokenCcOneOfTwo(first, second, one, two)), owners: [one, two] }
  }
}

/** To the rule of single conditions, NFT data that begin with 0 are none. */
const isFungible = (nft: number | undefined): boolean => nft === undefined || nft === 0

/** With a payload both orders of the codes count; they make different trees where one of them is 0 or that of tokens. */
function ordersOf({ first, second }: TransferCodes): readonly (readonly [number, number])[] {
  const given = [first, second] as const
  const same = second === 0 || (first !== 0 && second !== EVAL_CODES.tokens)
  return same ? [given] : [given, [second, first]]
}

export interface TransferCodes {
  readonly first: number
  readonly second: number
}

/**
 * The eval codes of a transfer's outputs: that of the NFT or of tokens, and that of the payload's module. If the first is
 * that of tokens, the payload's module replaces it, because its trees contain tokens anyway.
 */
export function evalCodesOfTransfer(data: TokenData, nft: number | undefined): TransferCodes {
  const first = nft ?? EVAL_CODES.tokens
  const second = data.payloads.find(({ id }) => id < FIRST_FREE_PAYLOAD)?.blob[0] ?? 0
  return first === EVAL_CODES.tokens && second !== 0 ? { first: second, second: 0 } : { first, second }
}

/** A condition holds 33 bytes: of an uncompressed key, which cannot fulfil one, the first 33. */
const conditionKey = (key: Uint8Array): Uint8Array => key.subarray(0, 33)

const isPersonal = (key: Uint8Array): boolean => !equal(key, TOKENS_KEY.publicKey)

/** Who signed the inputs that the tokens module judges, each key once. */
export function tokenSigners(tx: Transaction): Uint8Array[] {
  const signers = new Map<string, Uint8Array>()
  for (const input of ccInputsOf(tx)) {
    if (input?.signer !== undefined && hasEval(input, EVAL_CODES.tokens))
      signers.set(hashKey(input.signer), input.signer)
  }
  return [...signers.values()]
}
