import { type Blake2bPersonal, blake2bPersonal } from '../crypto/index.ts'
import { SAPLING_GROUP, type Transaction, type TxIn, type TxOut } from '../primitives/index.ts'
import { createScratch } from './scratch.ts'
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
/** Bytes of a shielded spend without its signature. */
const SIGNED_SPEND_LENGTH = 320

const scratch = createScratch()
/**
 * The transaction for which the scratch buffer begins with everything before the signed input, for the usual type
 * (ALL), and the number of these bytes. The next inputs of the transaction continue there. (Keeping the state of the
 * hash instead costs more than hashing those two blocks again.)
 */
const front: { of: SighashCache | undefined; length: number } = { of: undefined, length: 0 }

/**
 * Returns the final hash function, personalised with the branch id, so that no signature is valid on another branch.
 */
function finalHasher(branchId: number): Blake2bPersonal {
  const personalisation = new Uint8Array(16)
  personalisation.set(ascii.encode('ZcashSigHash'))
  new DataView(personalisation.buffer).setUint32(12, branchId, true)
  return blake2bPersonal(personalisation, 32)
}

// Branch ids of Overwinter and Sapling, the only branches with signatures on the chain.
const KNOWN_BRANCHES = new Map([0x5ba81b19, 0x76b809bb].map((branchId) => [branchId, finalHasher(branchId)]))

/**
 * Parts that the signature hashes of one transaction share. Create one cache per transaction and pass it to every hash.
 * Parts are computed when first needed. Never use it for another transaction.
 */
export type SighashCache = Partial<Record<SharedPart, Uint8Array>>

type SharedPart = 'prevouts' | 'sequences' | 'outputs' | 'joinSplits' | 'shieldedSpends' | 'shieldedOutputs'

/** Creates the cache for the signature hashes of one transaction. */
export function createSighashCache(_tx: Transaction): SighashCache {
  return {}
}

function shared(
  cache: SighashCache,
  part: SharedPart,
  compute: (tx: Transaction) => Uint8Array,
  tx: Transaction,
): Uint8Array {
  const known = cache[part]
  if (known) return known
  const computed = compute(tx)
  cache[part] = computed
  return computed
}

/**
 * Computes the signature hash of overwintered transactions: ZIP 143 for version 3, ZIP 243 for version 4
 * (transactions-and-script.md §2.2). `inputIndex` may be beyond the inputs (for JoinSplit signatures): then no input is
 * covered.
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
  if (hashType === SIGHASH.ALL && front.of === cache) scratch.cut(front.length)
  else writeFront(tx, inputIndex, hashType, cache)
  const input = tx.vin[inputIndex]
  if (input) writeInput(input, scriptCode, amount)
  return (KNOWN_BRANCHES.get(branchId) ?? finalHasher(branchId)).hash(scratch.written())
}

/** Writes everything before the signed input. */
function writeFront(tx: Transaction, inputIndex: number, hashType: number, cache: SighashCache): void {
  const sapling = tx.versionGroupId === SAPLING_GROUP
  const onlyThis = isAnyoneCanPay(hashType)
  front.of = undefined
  const allOutputs = !isNone(hashType) && !isSingle(hashType)
  // Compute the shared parts before the first write, because they are hashed in the scratch buffer too.
  const prevouts = onlyThis ? ZERO : shared(cache, 'prevouts', prevoutsHash, tx)
  const sequences = onlyThis || !allOutputs ? ZERO : shared(cache, 'sequences', sequencesHash, tx)
  const outputs = allOutputs
    ? shared(cache, 'outputs', allOutputsHash, tx)
    : singleOutputHash(tx, isSingle(hashType) ? inputIndex : undefined)
  const joinSplits = tx.joinSplits.length > 0 ? shared(cache, 'joinSplits', joinSplitsHash, tx) : ZERO
  const spends = tx.shieldedSpends.length > 0 ? shared(cache, 'shieldedSpends', spendsHash, tx) : ZERO
  const hidden = tx.shieldedOutputs.length > 0 ? shared(cache, 'shieldedOutputs', shieldedOutputsHash, tx) : ZERO

  scratch
    .start()
    .u32(tx.version | 0x80000000)
    .u32(tx.versionGroupId)
  scratch.bytes(prevouts).bytes(sequences).bytes(outputs).bytes(joinSplits)
  if (sapling) scratch.bytes(spends).bytes(hidden)
  scratch.u32(tx.lockTime).u32(tx.expiryHeight)
  if (sapling) scratch.i64(tx.valueBalance)
  scratch.u32(hashType)
  if (hashType !== SIGHASH.ALL) return
  front.of = cache
  front.length = scratch.length
}

function writeInput({ prevout, sequence }: TxIn, scriptCode: Uint8Array, amount: bigint): void {
  scratch.bytes(prevout.hash).u32(prevout.index).varBytes(scriptCode).i64(amount).u32(sequence)
}

function prevoutsHash({ vin }: Transaction): Uint8Array {
  scratch.start()
  for (const { prevout } of vin) scratch.bytes(prevout.hash).u32(prevout.index)
  return PREVOUTS.hash(scratch.written())
}

/**
 * Cached sequence hashes of transactions whose inputs are all final, by number of inputs. Nearly all transactions have
 * few inputs, all final.
 */
const finalSequences: Uint8Array[] = []
const MAX_CACHED_INPUTS = 64
const FINAL = 0xffffffff

function sequencesHash({ vin }: Transaction): Uint8Array {
  const known = finalSequences[vin.length]
  const final = vin.length <= MAX_CACHED_INPUTS && vin.every(({ sequence }) => sequence === FINAL)
  if (final && known) return known
  scratch.start()
  for (const { sequence } of vin) scratch.u32(sequence)
  const hash = SEQUENCES.hash(scratch.written())
  if (final) finalSequences[vin.length] = hash
  return hash
}

function allOutputsHash({ vout }: Transaction): Uint8Array {
  return outputsHash(vout)
}

function outputsHash(outputs: readonly TxOut[]): Uint8Array {
  scratch.start()
  for (const { value, scriptPubKey } of outputs) scratch.i64(value).varBytes(scriptPubKey)
  return OUTPUTS.hash(scratch.written())
}

function singleOutputHash({ vout }: Transaction, index: number | undefined): Uint8Array {
  const output = index === undefined ? undefined : vout[index]
  return output ? outputsHash([output]) : ZERO
}

function joinSplitsHash({ joinSplits, joinSplitAuth }: Transaction): Uint8Array {
  return JOIN_SPLITS.hash(...joinSplits, joinSplitAuth.subarray(0, 32))
}

function spendsHash({ shieldedSpends }: Transaction): Uint8Array {
  return SPENDS.hash(...shieldedSpends.map((spend) => spend.subarray(0, SIGNED_SPEND_LENGTH)))
}

function shieldedOutputsHash({ shieldedOutputs }: Transaction): Uint8Array {
  return SHIELDED_OUTPUTS.hash(...shieldedOutputs)
}
