/**
 * Format of a saved mempool, version 1. Integers are little-endian.
 *
 * | bytes             | content                                                   |
 * | ----------------- | --------------------------------------------------------- |
 * | 8                 | `CHWMPOOL`                                                |
 * | 4                 | version                                                   |
 * | 4                 | magic of the chain                                        |
 * | 4, 4              | number of transactions, number of deltas                  |
 * | per transaction   | 8: unix time of admission, 4: length, then the bytes      |
 * | per delta         | 32: txid, 8: priority as a double, 8: fee in satoshis     |
 * | 32                | SHA-256 of all bytes before                               |
 *
 * A transaction is after its parents.
 */
import { createHash } from 'node:crypto'
import { MAX_BLOCK_SIZE } from '../../consensus/index.ts'
import { serializeTransaction } from '../../primitives/index.ts'
import { ByteReader, ByteWriter, equal, fromHex } from '../../util/index.ts'
import type { Mempool } from '../mempool.ts'
import type { HashedReader } from './hashedReader.ts'
import { MempoolFileError } from './mempoolFileError.ts'

export interface SavedTransaction {
  readonly kind: 'transaction'
  /** unix seconds */
  readonly time: number
  readonly bytes: Uint8Array
}

export interface SavedDelta {
  readonly kind: 'delta'
  readonly txid: Uint8Array
  readonly priority: number
  /** satoshis */
  readonly fee: bigint
}

const SIGNATURE = new TextEncoder().encode('CHWMPOOL')
const VERSION = 1
const HEADER_BYTES = SIGNATURE.length + 16
const TX_HEADER_BYTES = 12
const DELTA_BYTES = 48
export const CHECKSUM_BYTES = 32
/** Bytes that are encoded between two writes. Takes less than a millisecond. */
const BYTES_PER_WRITE = 65_536

/**
 * Encodes the current mempool in parts. Later changes of the mempool do not matter.
 * @param magic four bytes
 */
export async function* encodeMempool(
  mempool: Pick<Mempool, 'snapshot' | 'prioritised'>,
  magic: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  const { size, entries } = mempool.snapshot()
  const deltas = [...mempool.prioritised()]
  let writer = new ByteWriter(2 * BYTES_PER_WRITE)
  const finish = () => {
    const bytes = writer.finish()
    hash.update(bytes)
    writer = new ByteWriter(2 * BYTES_PER_WRITE)
    return bytes
  }
  writer.bytes(SIGNATURE).u32le(VERSION).bytes(magic).u32le(size).u32le(deltas.length)
  for (const { tx, time } of entries) {
    const bytes = serializeTransaction(tx)
    writer.u64le(BigInt(time)).u32le(bytes.length).bytes(bytes)
    if (writer.length >= BYTES_PER_WRITE) yield finish()
  }
  for (const [txid, { priority, fee }] of deltas) {
    writer.bytes(fromHex(txid)).u64le(doubleBits(priority)).i64le(fee)
    if (writer.length >= BYTES_PER_WRITE) yield finish()
  }
  yield finish()
  yield hash.digest()
}

/**
 * Decodes a saved mempool, one record at a time. Nothing is allocated for more bytes than the file has.
 * @param reader at the start of the file, which ends before the checksum
 * @throws MempoolFileError if the file is damaged, of another version or of another chain
 */
export async function* decodeMempool(
  reader: HashedReader,
  magic: Uint8Array,
): AsyncGenerator<SavedTransaction | SavedDelta> {
  const counts = decodeHeader(await reader.take(HEADER_BYTES), magic)
  if (counts.transactions * TX_HEADER_BYTES + counts.deltas * DELTA_BYTES > reader.remaining)
    throw new MempoolFileError('the file is shorter than its header says')
  for (let left = counts.transactions; left > 0; left--) {
    const header = new ByteReader(await reader.take(TX_HEADER_BYTES))
    const time = Number(header.u64le())
    const length = header.u32le()
    if (length > MAX_BLOCK_SIZE) throw new MempoolFileError('a transaction is larger than a block')
    yield { kind: 'transaction', time, bytes: await reader.take(length) }
  }
  for (let left = counts.deltas; left > 0; left--) {
    const delta = new ByteReader(await reader.take(DELTA_BYTES))
    yield { kind: 'delta', txid: delta.bytes(32), priority: doubleFromBits(delta.u64le()), fee: delta.i64le() }
  }
  if (reader.remaining > 0) throw new MempoolFileError('the file is longer than its header says')
  if (!equal(await reader.readChecksum(CHECKSUM_BYTES), reader.digest()))
    throw new MempoolFileError('the checksum does not match')
}

function decodeHeader(bytes: Uint8Array, magic: Uint8Array) {
  const header = new ByteReader(bytes)
  if (!equal(header.bytes(SIGNATURE.length), SIGNATURE)) throw new MempoolFileError('the file is not a saved mempool')
  const version = header.u32le()
  if (version !== VERSION) throw new MempoolFileError(`the file has version ${version}, expected ${VERSION}`)
  if (!equal(header.bytes(4), magic)) throw new MempoolFileError('the file belongs to another chain')
  return { transactions: header.u32le(), deltas: header.u32le() }
}

const doubleBits = (value: number): bigint => new BigUint64Array(new Float64Array([value]).buffer)[0]!

/** Returns 0 for a value that is not a finite number. */
function doubleFromBits(bits: bigint): number {
  const value = new Float64Array(new BigUint64Array([bits]).buffer)[0]!
  return Number.isFinite(value) ? value : 0
}
