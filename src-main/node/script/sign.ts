import { type Condition, encodeFulfillment, isFulfilled, signCondition } from '../conditions/index.ts'
import { derEncode, hash160, secp256k1 } from '../crypto/index.ts'
import type { Transaction } from '../primitives/index.ts'
import { concat } from '../util/index.ts'
import type { PrivateKey } from './address.ts'
import { ccScript, pushData, pushMinimal } from './build.ts'
import { type Classified, classify } from './classify.ts'
import { behindLockTime } from './patterns.ts'
import { SIGHASH } from './sighashType.ts'
import { SighashError, signatureHash } from './signatureHash.ts'
import type { SighashCache } from './zipSighash.ts'

/** Input to sign, and the data of the spent output that signatures cover. */
export interface InputToSign {
  readonly tx: Transaction
  readonly inputIndex: number
  readonly scriptPubKey: Uint8Array
  /** satoshis */
  readonly amount: bigint
  readonly branchId: number
  /** default: SIGHASH.ALL */
  readonly hashType?: number
  readonly cache?: SighashCache | undefined
}

/** Source of keys and scripts: a wallet, or a list given by the RPC caller. */
export interface SigningKeys {
  /** returns the key whose public key has this hash (20 bytes) */
  keyOf(hash: Uint8Array): PrivateKey | undefined
  /** returns the script that has this hash (20 bytes) */
  scriptOf(hash: Uint8Array): Uint8Array | undefined
}

export interface SignedInput {
  /** script signed as far as possible: may be empty or contain only some of several signatures */
  readonly scriptSig: Uint8Array
  /** true if no key or script was missing. The result may still be invalid: verify it. */
  readonly solved: boolean
}

interface Solution {
  readonly elements: readonly Uint8Array[]
  readonly solved: boolean
}

const UNSOLVED: Solution = { elements: [], solved: false }

/**
 * Creates the script of an input that spends P2PK, P2PKH or bare multisig, also after a lock time, or P2SH with one
 * such redeem script. Crypto-condition inputs are signed by `signCcInput`, which needs the tree.
 */
export function signInput(input: InputToSign, keys: SigningKeys): SignedInput {
  const outer = classify(input.scriptPubKey, { cc: false })
  if (outer.type !== 'scripthash') return assembled(solve(input, input.scriptPubKey, keys))
  const hidden = keys.scriptOf(outer.solutions[0] as Uint8Array)
  if (!hidden) return assembled(UNSOLVED)
  const inner = solve(input, hidden, keys)
  return assembled({ elements: [...inner.elements, hidden], solved: inner.solved })
}

function assembled({ elements, solved }: Solution): SignedInput {
  return { scriptSig: concat(...elements.map(pushMinimal)), solved }
}

function solve(input: InputToSign, script: Uint8Array, keys: SigningKeys): Solution {
  const { type, solutions, required = 0 } = behindAnyLock(script)
  const [first] = solutions
  if (type === 'multisig') return solveMultisig(input, script, keys, solutions.slice(1, -1), required)
  if ((type !== 'pubkey' && type !== 'pubkeyhash') || !first) return UNSOLVED
  const key = keys.keyOf(type === 'pubkey' ? hash160(first) : first)
  const signature = key && makeSignature(input, script, key.privateKey)
  if (!key || !signature) return UNSOLVED
  if (type === 'pubkey') return { elements: [signature], solved: true }
  return { elements: [signature, secp256k1.publicKey(key.privateKey, key.compressed)], solved: true }
}

/** Returns the type of a script, ignoring a leading lock time. */
function behindAnyLock(script: Uint8Array): Classified {
  const found = classify(script, { cc: false })
  const inner = found.type === 'nonstandard' ? behindLockTime(script) : undefined
  return inner ? classify(inner, { cc: false }) : found
}

function solveMultisig(
  input: InputToSign,
  script: Uint8Array,
  keys: SigningKeys,
  publicKeys: readonly Uint8Array[],
  required: number,
): Solution {
  // The operation takes one element more than it uses.
  const elements: Uint8Array[] = [new Uint8Array(0)]
  for (const publicKey of publicKeys) {
    if (elements.length > required) break
    const key = keys.keyOf(hash160(publicKey))
    const signature = key && makeSignature(input, script, key.privateKey)
    if (signature) elements.push(signature)
  }
  return { elements, solved: elements.length > required }
}

/**
 * Creates a DER signature (RFC 6979, low S) followed by its hash type. `scriptCode` is the script that runs: the
 * output's, or the redeem script.
 * @returns undefined if there is nothing to sign (SINGLE without an output of that index)
 */
export function makeSignature(
  { tx, inputIndex, amount, branchId, hashType = SIGHASH.ALL, cache }: InputToSign,
  scriptCode: Uint8Array,
  privateKey: Uint8Array,
): Uint8Array | undefined {
  try {
    const hash = signatureHash({ tx, inputIndex, scriptCode, hashType, amount, branchId, cache })
    return concat(derEncode(secp256k1.sign(hash, privateKey)), Uint8Array.of(hashType))
  } catch (error) {
    if (error instanceof SighashError) return undefined
    throw error
  }
}

/** Builds the input script for P2PK; the signature ends with its hash type. */
export function p2pkScriptSig(signature: Uint8Array): Uint8Array {
  return pushData(signature)
}

/** Builds the input script for P2PKH; the signature ends with its hash type. */
export function p2pkhScriptSig(signature: Uint8Array, publicKey: Uint8Array): Uint8Array {
  return concat(pushData(signature), pushData(publicKey))
}

/**
 * Builds the input script for a crypto-condition output: one push of fulfillment and hash type ALL
 * (crypto-conditions.md §3.2).
 * @throws Error if the tree is not fulfilled
 */
export function ccScriptSig(fulfillment: Condition): Uint8Array {
  return pushData(concat(encodeFulfillment(fulfillment), Uint8Array.of(SIGHASH.ALL)))
}

/**
 * Signs an input that spends a crypto-condition output with this tree (type ALL). The output's own script is not
 * needed: signatures cover the plain script of the tree, without data that the output drops after it.
 * @returns undefined if these keys do not fulfil the tree
 */
export function signCcInput(
  { tx, inputIndex, amount, branchId, cache }: Omit<InputToSign, 'scriptPubKey' | 'hashType'>,
  tree: Condition,
  privateKeys: readonly Uint8Array[],
): Uint8Array | undefined {
  const hash = signatureHash({
    tx,
    inputIndex,
    scriptCode: ccScript(tree),
    hashType: SIGHASH.ALL,
    amount,
    branchId,
    cache,
  })
  const signed = privateKeys.reduce<Condition>((node, key) => signCondition(node, key, hash), tree)
  return isFulfilled(signed) ? ccScriptSig(signed) : undefined
}
