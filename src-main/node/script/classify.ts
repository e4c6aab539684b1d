import { isUsableCondition } from '../conditions/index.ts'
import type { IndexedAddress } from '../core/index.ts'
import { hash160 } from '../crypto/index.ts'
import { encodeAddress } from './address.ts'
import { OP } from './opcodes.ts'
import { isPushOnly, opAt } from './ops.ts'
import {
  behindLockTime,
  hasKeyShape,
  isPayToCryptoCondition,
  isPayToPublicKeyHash,
  isPayToScriptHash,
  payToPublicKey,
} from './patterns.ts'

/** Output types, named as in the reference (transactions-and-script.md §3.1). */
export type OutputType =
  | 'pubkey'
  | 'pubkeyhash'
  | 'scripthash'
  | 'multisig'
  | 'nulldata'
  | 'cryptocondition'
  | 'nonstandard'

export interface Classified {
  readonly type: OutputType
  /**
   * pubkey: the key; pubkeyhash, scripthash: the hash; cryptocondition: the hash of its address; multisig: number of
   * signatures (one byte), the keys, number of keys (one byte); nulldata, nonstandard: empty
   */
  readonly solutions: readonly Uint8Array[]
  /** multisig only: number of required signatures */
  readonly required?: number
}

export interface ChainFeatures {
  /** true if the chain has crypto-conditions (`-ac_cc`) */
  readonly cc: boolean
}

const NULL_DATA: Classified = { type: 'nulldata', solutions: [] }
const NON_STANDARD: Classified = { type: 'nonstandard', solutions: [] }

/**
 * Returns the type of an output, as standardness and signing see it. A leading lock time makes it nonstandard here;
 * `extractDestinations` and `findScriptAddress` skip it.
 */
export function classify(script: Uint8Array, { cc }: ChainFeatures): Classified {
  if (isPayToScriptHash(script)) return { type: 'scripthash', solutions: [script.subarray(2, 22)] }
  if (script[0] === OP.OP_RETURN && isPushOnly(script, 1)) return NULL_DATA
  if (cc) {
    const found = isPayToCryptoCondition(script)
    if (found) {
      return isUsableCondition(found.condition)
        ? { type: 'cryptocondition', solutions: [hash160(found.subScript)] }
        : NON_STANDARD
    }
  }
  const key = payToPublicKey(script)
  if (key) return { type: 'pubkey', solutions: [key] }
  if (isPayToPublicKeyHash(script)) return { type: 'pubkeyhash', solutions: [script.subarray(3, 23)] }
  return multisig(script) ?? NON_STANDARD
}

/**
 * Recognises `<1..16> <keys…> <1..16> CHECKMULTISIG`. The counts must match the keys, with at least as many keys as
 * required signatures.
 */
function multisig(script: Uint8Array): Classified | undefined {
  if (script[script.length - 1] !== OP.OP_CHECKMULTISIG) return undefined
  const required = smallNumber(script[0])
  if (required === 0) return undefined
  const keys: Uint8Array[] = []
  let op = opAt(script, 1)
  while (op && hasKeyShape(op.data)) {
    keys.push(op.data)
    op = opAt(script, op.end)
  }
  if (!op || smallNumber(op.opcode) !== keys.length || keys.length < required) return undefined
  if (op.end + 1 !== script.length) return undefined
  return { type: 'multisig', solutions: [Uint8Array.of(required), ...keys, Uint8Array.of(keys.length)], required }
}

/** Returns the number of OP_1..OP_16, or 0 for other opcodes. */
function smallNumber(opcode: number | undefined): number {
  return opcode !== undefined && opcode >= OP.OP_1 && opcode <= OP.OP_16 ? opcode - OP.OP_1 + 1 : 0
}

export interface ScriptDestinations {
  readonly type: OutputType
  /** absent if there is no address */
  readonly required?: number
  /** address texts; empty for nulldata and nonstandard */
  readonly addresses: readonly string[]
}

/**
 * Returns the fields of an output in decoding RPCs: `type`, `reqSigs` and `addresses`. Skips lock times, so `<n> CLTV
 * DROP <P2PK>` is shown as a pubkey output.
 */
export function extractDestinations(script: Uint8Array, features: ChainFeatures): ScriptDestinations {
  let inner = script
  for (let behind = behindLockTime(inner); behind; behind = behindLockTime(inner)) inner = behind
  const found = classify(inner, features)
  if (found.type === 'nulldata' || found.type === 'nonstandard') return { type: found.type, addresses: [] }
  const addresses = listDestinations(found).map(encodeAddress)
  return { type: found.type, required: found.required ?? 1, addresses }
}

/** Returns the addresses of a result of `classify`. */
function listDestinations({ type, solutions }: Classified): IndexedAddress[] {
  switch (type) {
    case 'pubkey':
      return solutions.map((key) => ({ type: 1, hash: hash160(key) }))
    case 'multisig':
      return solutions.slice(1, -1).map((key) => ({ type: 1, hash: hash160(key) }))
    case 'pubkeyhash':
      return solutions.map((hash) => ({ type: 1, hash }))
    case 'scripthash':
      return solutions.map((hash) => ({ type: 2, hash }))
    case 'cryptocondition':
      return solutions.map((hash) => ({ type: 3, hash }))
    default:
      return []
  }
}

/**
 * Returns the only address to which an output pays, after an optional lock time. The address of a crypto-condition
 * looks like that of a key.
 * @returns undefined for bare multisig, data and unknown forms
 */
export function findScriptAddress(script: Uint8Array, features: ChainFeatures): string | undefined {
  const destination = findDestination(behindLockTime(script) ?? script, features)
  return destination && encodeAddress(destination)
}

function findDestination(script: Uint8Array, features: ChainFeatures): IndexedAddress | undefined {
  const found = classify(script, features)
  return found.type === 'multisig' ? undefined : listDestinations(found)[0]
}

const WITH_CC: ChainFeatures = { cc: true }

/**
 * Returns the address under which the address index stores an output (rpc.md §4). Key hash and script hash are views of
 * the script. After a lock time only an address of type 1 counts. A crypto-condition is indexed as such, because the
 * reference expects a key hash there, and the two forms look alike.
 * @returns undefined for data, bare multisig and unknown forms
 */
export function indexedAddress(script: Uint8Array, features: ChainFeatures = WITH_CC): IndexedAddress | undefined {
  // Try these two forms first, because nearly every output has one.
  if (isPayToPublicKeyHash(script)) return { type: 1, hash: script.subarray(3, 23) }
  const key = payToPublicKey(script)
  if (key) return { type: 1, hash: hash160(key) }
  const destination = findDestination(script, features)
  if (destination) return destination
  const inner = behindLockTime(script)
  const behind = inner && findDestination(inner, features)
  return behind && behind.type !== 2 ? { type: 1, hash: behind.hash } : undefined
}
