import { sha256d } from '../crypto/index.ts'
import type { Transaction, TxIn } from '../primitives/index.ts'
import { ByteWriter } from '../util/index.ts'
import { isAnyoneCanPay, isNone, isSingle } from './sighashType.ts'

/** Value of an output that is not covered; its script is empty. */
const BLANK_OUTPUT_VALUE = -1n

/**
 * Computes the signature hash of transactions that are not overwintered (transactions-and-script.md §2.1). It hashes a
 * serialisation with the script code in the signed input and empty scripts in the others, followed by the hash type.
 * The caller has excluded SINGLE without an output of the input's index. `inputIndex` may be beyond the inputs, except
 * with ANYONECANPAY (for JoinSplit signatures): then no input has a script.
 */
export function legacySignatureHash(
  tx: Transaction,
  inputIndex: number,
  scriptCode: Uint8Array,
  hashType: number,
): Uint8Array {
  const writer = new ByteWriter(1024)
  writer.i32le(tx.version)
  writeInputs(writer, tx, inputIndex, scriptCode, hashType)
  writeOutputs(writer, tx, inputIndex, hashType)
  writer.u32le(tx.lockTime)
  if (tx.version >= 2) {
    writer.compactSize(tx.joinSplits.length)
    for (const joinSplit of tx.joinSplits) writer.bytes(joinSplit)
    // The key is covered, but its signature is not.
    if (tx.joinSplits.length > 0) writer.bytes(tx.joinSplitAuth.subarray(0, 32)).bytes(new Uint8Array(64))
  }
  writer.i32le(hashType)
  return sha256d(writer.finish())
}

function writeInputs(
  writer: ByteWriter,
  { vin }: Transaction,
  inputIndex: number,
  scriptCode: Uint8Array,
  hashType: number,
): void {
  const first = isAnyoneCanPay(hashType) ? inputIndex : 0
  const end = isAnyoneCanPay(hashType) ? inputIndex + 1 : vin.length
  const fixSequences = !isNone(hashType) && !isSingle(hashType)
  writer.compactSize(end - first)
  for (let index = first; index < end; index++) {
    const { prevout, sequence } = vin[index] as TxIn
    writer.bytes(prevout.hash).u32le(prevout.index)
    if (index === inputIndex) writer.varBytes(scriptCode)
    else writer.u8(0)
    writer.u32le(index === inputIndex || fixSequences ? sequence : 0)
  }
}

function writeOutputs(writer: ByteWriter, { vout }: Transaction, inputIndex: number, hashType: number): void {
  const covered = isNone(hashType) ? [] : isSingle(hashType) ? vout.slice(0, inputIndex + 1) : vout
  writer.compactSize(covered.length)
  covered.forEach(({ value, scriptPubKey }, index) => {
    if (isSingle(hashType) && index !== inputIndex) writer.i64le(BLANK_OUTPUT_VALUE).u8(0)
    else writer.i64le(value).varBytes(scriptPubKey)
  })
}
