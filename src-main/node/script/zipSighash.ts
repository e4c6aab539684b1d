import { type Blake2bPersonal, type Blake2bPrefix, blake2bPersonal } from '../crypto/index.ts'
import { SAPLING_GROUP, type Transaction, type TxOut } from '../primitives/index.ts'
import { ByteWriter } from '../util/index.ts'
import { isAnyoneCanPay, isNone, isSingle, SIGHASH } from './sighashType.ts'

const ascii = new TextEncoder()
const hasher = (name: string) => blake2bPersonal(ascii.encode(name), 32)

const PREVOUTS = hasher('ZcashPrevoutHash')
const SEQUENCES = hasher('ZcashSequencHash')
const OUTPUTS = hasher('ZcashOutputsHash')
const JOIN_SPLITS = hasher('ZcashJSplitsHash')
const SPENDS = hasher('ZcashSSpendsHash')
const SHIELDED_OUTPUTS = hasher('ZcashSOutputHash')
const ZERO = new Uint8Array(32)
/** A shielded spend without its signature. */
const SIGNED_SPEND_LENGTH = 320

/** The last hash of all is personalised with the branch, so that no signature holds on another branch. */
function finalHasher(branchId: number): Blake2bPersonal {
  const personalisation = new Uint8Array(16)
  personalisation.set(ascii.encode('ZcashSigHash'))
  new DataView(personalisation.buffer).setUint32(12, branchId, true)
  return blake2bPersonal(personalisation, 32)
}

// Overwinter and Sapling: one of these two for every signature of the chain.
const KNOWN_BRANCHES = new Map([0x5ba81b19, 0x76b809bb].map((branchId) => [branchId, finalHasher(branchId)]))

/**
 * What the signature hashes of one transaction have in common. Made once for each transaction and given to every hash:
 * the parts are computed when first needed, and for the usual type (ALL) everything up to the signed input is hashed once.
 */
export class SighashCache {
  readonly #tx: Transaction
  readonly #parts = new Map<Blake2bPersonal, Uint8Array>()
  #allPrefix: { readonly branchId: number; readonly prefix: Blake2bPrefix } | undefined

  constructor(tx: Transaction) {
    this.#tx = tx
  }

  part(of: Blake2bPersonal, write: (tx: Transaction) => Uint8Array): Uint8Array {
    let known = this.#parts.get(of)
    if (!known) {
      known = of.hash(write(this.#tx))
      this.#parts.set(of, known)
    }
    return known
  }

  /** The state of hashing behind everything that is equal for all inputs with type ALL. */
  allPrefix(branchId: number, compute: () => Blake2bPrefix): Blake2bPrefix {
    if (this.#allPrefix?.branchId !== branchId) this.#allPrefix = { branchId, prefix: compute() }
    return this.#allPrefix.prefix
  }
}

/** The cache for the signature hashes of one transaction. */
export function createSighashCache(tx: Transaction): SighashCache {
  return new SighashCache(tx)
}

/**
 * Signature hash of overwintered transactions: ZIP 143 for version 3, ZIP 243 for version 4
 * (transactions-and-script.md §2.2). `inputIndex` may be beyond the inputs (for JoinSplit signatures): then nothing of an
 * input is covered.
 */
export function zipSignatureHash(
  tx: Transaction,
  inputIndex: number,
  scriptCode: Uint8Array,
  hashType: number,
  amount: bigint,
  branchId: number,
  cache: SighashCache,
): Uint8Array {
  const final = KNOWN_BRANCHES.get(branchId) ?? finalHasher(branchId)
  const common = () => commonPart(tx, inputIndex, hashType, cache)
  const input = signedInput(tx, inputIndex, scriptCode, amount)
  if (hashType !== SIGHASH.ALL) return final.hash(common(), input)
  return cache.allPrefix(branchId, () => final.prefix(common())).hash(input)
}

function commonPart(tx: Transaction, inputIndex: number, hashType: number, cache: SighashCache): Uint8Array {
  const sapling = tx.versionGroupId === SAPLING_GROUP
  const onlyThis = isAnyoneCanPay(hashType)
  const allOutputs = !isNone(hashType) && !isSingle(hashType)
  const writer = new ByteWriter(220)
  writer.i32le(tx.version | 0x80000000).u32le(tx.versionGroupId)
  writer.bytes(onlyThis ? ZERO : cache.part(PREVOUTS, prevoutBytes))
  writer.bytes(onlyThis || !allOutputs ? ZERO : cache.part(SEQUENCES, sequenceBytes))
  writer.bytes(allOutputs ? cache.part(OUTPUTS, allOutputBytes) : singleOutputHash(tx, inputIndex, hashType))
  writer.bytes(tx.joinSplits.length > 0 ? cache.part(JOIN_SPLITS, joinSplitBytes) : ZERO)
  if (sapling) {
    writer.bytes(tx.shieldedSpends.length > 0 ? cache.part(SPENDS, spendBytes) : ZERO)
    writer.bytes(tx.shieldedOutputs.length > 0 ? cache.part(SHIELDED_OUTPUTS, shieldedOutputBytes) : ZERO)
  }
  writer.u32le(tx.lockTime).u32le(tx.expiryHeight)
  if (sapling) writer.i64le(tx.valueBalance)
  return writer.i32le(hashType).finish()
}

function signedInput(tx: Transaction, inputIndex: number, scriptCode: Uint8Array, amount: bigint): Uint8Array {
  const input = tx.vin[inputIndex]
  if (!input) return new Uint8Array(0)
  const writer = new ByteWriter(57 + scriptCode.length)
  writer.bytes(input.prevout.hash).u32le(input.prevout.index)
  return writer.varBytes(scriptCode).i64le(amount).u32le(input.sequence).finish()
}

function singleOutputHash(tx: Transaction, inputIndex: number, hashType: number): Uint8Array {
  const output = isSingle(hashType) ? tx.vout[inputIndex] : undefined
  return output ? OUTPUTS.hash(outputBytes([output])) : ZERO
}

function prevoutBytes({ vin }: Transaction): Uint8Array {
  const writer = new ByteWriter(36 * vin.length)
  for (const { prevout } of vin) writer.bytes(prevout.hash).u32le(prevout.index)
  return writer.finish()
}

function sequenceBytes({ vin }: Transaction): Uint8Array {
  const writer = new ByteWriter(4 * vin.length)
  for (const { sequence } of vin) writer.u32le(sequence)
  return writer.finish()
}

function allOutputBytes({ vout }: Transaction): Uint8Array {
  return outputBytes(vout)
}

function outputBytes(outputs: readonly TxOut[]): Uint8Array {
  const writer = new ByteWriter()
  for (const { value, scriptPubKey } of outputs) writer.i64le(value).varBytes(scriptPubKey)
  return writer.finish()
}

function joinSplitBytes({ joinSplits, joinSplitAuth }: Transaction): Uint8Array {
  const writer = new ByteWriter()
  for (const joinSplit of joinSplits) writer.bytes(joinSplit)
  return writer.bytes(joinSplitAuth.subarray(0, 32)).finish()
}

function spendBytes({ shieldedSpends }: Transaction): Uint8Array {
  const writer = new ByteWriter()
  for (const spend of shieldedSpends) writer.bytes(spend.subarray(0, SIGNED_SPEND_LENGTH))
  return writer.finish()
}

function shieldedOutputBytes({ shieldedOutputs }: Transaction): Uint8Array {
  const writer = new ByteWriter()
  for (const output of shieldedOutputs) writer.bytes(output)
  return writer.finish()
}
