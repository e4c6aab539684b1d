import { ByteReader, DecodeError } from '../util/index.ts'
import {
  BINDING_SIG_BYTES,
  JOIN_SPLIT_AUTH_BYTES,
  JOIN_SPLIT_GROTH_BYTES,
  JOIN_SPLIT_PHGR_BYTES,
  MIN_INPUT_BYTES,
  MIN_OUTPUT_BYTES,
  OVERWINTER_GROUP,
  OVERWINTER_VERSION,
  SAPLING_GROUP,
  SAPLING_VERSION,
  SHIELDED_OUTPUT_BYTES,
  SHIELDED_SPEND_BYTES,
} from './constants.ts'
import { ParsedTransaction } from './parsedTransaction.ts'
import type { Transaction, TxIn, TxOut } from './types.ts'

const EMPTY_BYTES = new Uint8Array(0)

/**
 * Parses a transaction that fills the bytes exactly (transactions-and-script.md §1).
 * @throws DecodeError if there are too few or too many bytes
 */
export function parseTransaction(bytes: Uint8Array): Transaction {
  const reader = new ByteReader(bytes)
  const tx = readTransaction(reader)
  reader.end()
  return tx
}

/**
 * Parses the transaction at the reader's position. Its byte arrays are views of the reader's input.
 * @throws DecodeError
 */
export function readTransaction(reader: ByteReader): Transaction {
  const start = reader.position
  const header = reader.u32le()
  const overwintered = header >= 0x80000000
  const version = header & 0x7fffffff
  const versionGroupId = overwintered ? reader.u32le() : 0
  const sapling = overwintered && version === SAPLING_VERSION && versionGroupId === SAPLING_GROUP
  const overwinter = overwintered && version === OVERWINTER_VERSION && versionGroupId === OVERWINTER_GROUP
  if (overwintered && !sapling && !overwinter) throw new DecodeError('Unknown transaction format')

  const vin = readInputs(reader)
  const vout = readOutputs(reader)
  const lockTime = reader.u32le()
  const expiryHeight = overwintered ? reader.u32le() : 0
  const valueBalance = sapling ? reader.i64le() : 0n
  const shieldedSpends = sapling ? readBlobs(reader, SHIELDED_SPEND_BYTES) : []
  const shieldedOutputs = sapling ? readBlobs(reader, SHIELDED_OUTPUT_BYTES) : []
  const joinSplits = version >= 2 ? readBlobs(reader, sapling ? JOIN_SPLIT_GROTH_BYTES : JOIN_SPLIT_PHGR_BYTES) : []
  const joinSplitAuth = joinSplits.length > 0 ? reader.bytes(JOIN_SPLIT_AUTH_BYTES) : EMPTY_BYTES
  const shielded = shieldedSpends.length + shieldedOutputs.length > 0
  const bindingSig = shielded ? reader.bytes(BINDING_SIG_BYTES) : EMPTY_BYTES
  return new ParsedTransaction(
    {
      overwintered,
      version,
      versionGroupId,
      vin,
      vout,
      lockTime,
      expiryHeight,
      valueBalance,
      shieldedSpends,
      shieldedOutputs,
      joinSplits,
      joinSplitAuth,
      bindingSig,
    },
    reader.since(start),
  )
}

function readInputs(reader: ByteReader): TxIn[] {
  const count = reader.count(MIN_INPUT_BYTES)
  const inputs: TxIn[] = []
  for (let i = 0; i < count; i++) {
    const prevout = { hash: reader.bytes(32), index: reader.u32le() }
    inputs.push({ prevout, scriptSig: reader.varBytes(), sequence: reader.u32le() })
  }
  return inputs
}

function readOutputs(reader: ByteReader): TxOut[] {
  const count = reader.count(MIN_OUTPUT_BYTES)
  const outputs: TxOut[] = []
  for (let i = 0; i < count; i++) outputs.push({ value: reader.i64le(), scriptPubKey: reader.varBytes() })
  return outputs
}

function readBlobs(reader: ByteReader, bytesEach: number): Uint8Array[] {
  const count = reader.count(bytesEach)
  const blobs: Uint8Array[] = []
  for (let i = 0; i < count; i++) blobs.push(reader.bytes(bytesEach))
  return blobs
}
