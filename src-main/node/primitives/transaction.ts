import { sha256d } from '../crypto/index.ts'
import { ByteWriter, compactSizeLength } from '../util/index.ts'
import { SAPLING_VERSION } from './constants.ts'
import { ParsedTransaction } from './parsedTransaction.ts'
import type { OutPoint, Transaction } from './types.ts'

/** Ids of transactions that were built here. Parsed transactions contain their own. */
const builtTxids = new WeakMap<Transaction, Uint8Array>()

/**
 * Serialises a transaction. For a parsed transaction, returns the bytes that it was parsed from: do not write to them.
 */
export function serializeTransaction(tx: Transaction): Uint8Array {
  const raw = ParsedTransaction.rawOf(tx)
  if (raw) return raw
  const writer = new ByteWriter(sizeByFields(tx))
  writeTransaction(writer, tx)
  return writer.finish()
}

/** Computes the double SHA-256 of the serialised transaction, 32 bytes in internal order. Computed once per object. */
export function computeTxid(tx: Transaction): Uint8Array {
  const parsed = ParsedTransaction.txidOf(tx)
  if (parsed) return parsed
  let txid = builtTxids.get(tx)
  if (!txid) {
    txid = sha256d(serializeTransaction(tx))
    builtTxids.set(tx, txid)
  }
  return txid
}

/** Returns the number of bytes of the serialised transaction. */
export function transactionSize(tx: Transaction): number {
  return ParsedTransaction.rawOf(tx)?.length ?? sizeByFields(tx)
}

/** Returns true if an input refers to no output, as in a coinbase. */
export function isNullOutPoint(outpoint: OutPoint): boolean {
  return outpoint.index === 0xffffffff && outpoint.hash.every((byte) => byte === 0)
}

/** Returns true if the transaction has a single input that refers to no output. */
export function isCoinbase(tx: Transaction): boolean {
  const first = tx.vin[0]
  return tx.vin.length === 1 && first !== undefined && isNullOutPoint(first.prevout)
}

/** Appends the serialised transaction, in the order of transactions-and-script.md §1. */
export function writeTransaction(writer: ByteWriter, tx: Transaction): void {
  const raw = ParsedTransaction.rawOf(tx)
  if (raw) {
    writer.bytes(raw)
    return
  }
  // Write a signed word: the bit operators treat the top bit as a sign.
  writer.i32le(tx.overwintered ? tx.version | 0x80000000 : tx.version)
  if (tx.overwintered) writer.u32le(tx.versionGroupId)
  writer.compactSize(tx.vin.length)
  for (const input of tx.vin) {
    writer.bytes(input.prevout.hash).u32le(input.prevout.index).varBytes(input.scriptSig).u32le(input.sequence)
  }
  writer.compactSize(tx.vout.length)
  for (const output of tx.vout) writer.i64le(output.value).varBytes(output.scriptPubKey)
  writer.u32le(tx.lockTime)
  if (tx.overwintered) writer.u32le(tx.expiryHeight)
  if (isSapling(tx)) {
    writer.i64le(tx.valueBalance)
    writeBlobs(writer, tx.shieldedSpends)
    writeBlobs(writer, tx.shieldedOutputs)
  }
  if (tx.version >= 2) {
    writeBlobs(writer, tx.joinSplits)
    if (tx.joinSplits.length > 0) writer.bytes(tx.joinSplitAuth)
  }
  if (isShielded(tx)) writer.bytes(tx.bindingSig)
}

function writeBlobs(writer: ByteWriter, blobs: readonly Uint8Array[]): void {
  writer.compactSize(blobs.length)
  for (const blob of blobs) writer.bytes(blob)
}

function isSapling(tx: Transaction): boolean {
  return tx.overwintered && tx.version === SAPLING_VERSION
}

function isShielded(tx: Transaction): boolean {
  return isSapling(tx) && tx.shieldedSpends.length + tx.shieldedOutputs.length > 0
}

function sizeByFields(tx: Transaction): number {
  let size = 4 + compactSizeLength(tx.vin.length) + compactSizeLength(tx.vout.length) + 4
  for (const input of tx.vin) size += 40 + varBytesSize(input.scriptSig)
  for (const output of tx.vout) size += 8 + varBytesSize(output.scriptPubKey)
  if (tx.overwintered) size += 8
  if (isSapling(tx)) size += 8 + blobsSize(tx.shieldedSpends) + blobsSize(tx.shieldedOutputs)
  if (tx.version >= 2) size += blobsSize(tx.joinSplits) + (tx.joinSplits.length > 0 ? tx.joinSplitAuth.length : 0)
  return size + (isShielded(tx) ? tx.bindingSig.length : 0)
}

function varBytesSize(bytes: Uint8Array): number {
  return compactSizeLength(bytes.length) + bytes.length
}

function blobsSize(blobs: readonly Uint8Array[]): number {
  let size = compactSizeLength(blobs.length)
  for (const blob of blobs) size += blob.length
  return size
}
