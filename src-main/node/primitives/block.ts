import { sha256d } from '../crypto/index.ts'
import { ByteReader, ByteWriter, compactSizeLength } from '../util/index.ts'
import { MIN_TRANSACTION_BYTES } from './constants.ts'
import { readTransaction } from './readTransaction.ts'
import { transactionSize, writeTransaction } from './transaction.ts'
import type { Block, BlockHeader, Transaction } from './types.ts'

/** Bytes of a header before the length of its solution: the input of Equihash. */
const HEADER_BYTES = 140

/** Parsed header. Raw bytes and hash are private, as in a parsed transaction. */
class ParsedHeader implements BlockHeader {
  readonly version: number
  readonly prevHash: Uint8Array
  readonly merkleRoot: Uint8Array
  readonly finalSaplingRoot: Uint8Array
  readonly time: number
  readonly bits: number
  readonly nonce: Uint8Array
  readonly solution: Uint8Array
  readonly #raw: Uint8Array
  #hash: Uint8Array | undefined

  constructor(reader: ByteReader) {
    const start = reader.position
    this.version = reader.i32le()
    this.prevHash = reader.bytes(32)
    this.merkleRoot = reader.bytes(32)
    this.finalSaplingRoot = reader.bytes(32)
    this.time = reader.u32le()
    this.bits = reader.u32le()
    this.nonce = reader.bytes(32)
    this.solution = reader.varBytes()
    this.#raw = reader.since(start)
  }

  static rawOf(header: BlockHeader): Uint8Array | undefined {
    return #raw in header ? header.#raw : undefined
  }

  static hashOf(header: BlockHeader): Uint8Array | undefined {
    if (!(#raw in header)) return undefined
    header.#hash ??= sha256d(header.#raw)
    return header.#hash
  }
}

/** Hashes of headers that were built here. Parsed headers contain their own. */
const builtHashes = new WeakMap<BlockHeader, Uint8Array>()

/**
 * Parses the header at the reader's position, with its solution (chain-params.md §7). Its byte arrays are views of the
 * input.
 * @throws DecodeError
 */
export function readHeader(reader: ByteReader): BlockHeader {
  return new ParsedHeader(reader)
}

/** Serialises the 140 bytes before the solution, the input of Equihash. */
export function serializeHeaderWithoutSolution(header: BlockHeader): Uint8Array {
  const raw = ParsedHeader.rawOf(header)
  if (raw) return raw.subarray(0, HEADER_BYTES)
  const writer = new ByteWriter(HEADER_BYTES)
  writeHeaderStart(writer, header)
  return writer.finish()
}

/** Serialises a header. For a parsed header, returns the bytes that it was parsed from: do not write to them. */
export function serializeHeader(header: BlockHeader): Uint8Array {
  const raw = ParsedHeader.rawOf(header)
  if (raw) return raw
  const writer = new ByteWriter(headerSize(header))
  writeHeaderStart(writer, header)
  return writer.varBytes(header.solution).finish()
}

/** Returns the double SHA-256 of the header with its solution, 32 bytes in internal order. Computed once per object. */
export function blockHash(header: BlockHeader): Uint8Array {
  const parsed = ParsedHeader.hashOf(header)
  if (parsed) return parsed
  let hash = builtHashes.get(header)
  if (!hash) {
    hash = sha256d(serializeHeader(header))
    builtHashes.set(header, hash)
  }
  return hash
}

/**
 * Parses a block that fills the bytes exactly.
 * @throws DecodeError if there are missing or further bytes
 */
export function parseBlock(bytes: Uint8Array): Block {
  const reader = new ByteReader(bytes)
  const block = readBlock(reader)
  reader.end()
  return block
}

/**
 * Parses the block at the reader's position. Its byte arrays are views of the input.
 * @throws DecodeError
 */
export function readBlock(reader: ByteReader): Block {
  const header = readHeader(reader)
  const count = reader.count(MIN_TRANSACTION_BYTES)
  const txs: Transaction[] = []
  for (let i = 0; i < count; i++) txs.push(readTransaction(reader))
  return { header, txs }
}

/** Serialises a block to a new array. */
export function serializeBlock(block: Block): Uint8Array {
  let size = headerSize(block.header) + compactSizeLength(block.txs.length)
  for (const tx of block.txs) size += transactionSize(tx)
  const writer = new ByteWriter(size)
  writer.bytes(serializeHeader(block.header)).compactSize(block.txs.length)
  for (const tx of block.txs) writeTransaction(writer, tx)
  return writer.finish()
}

function writeHeaderStart(writer: ByteWriter, header: BlockHeader): void {
  writer.i32le(header.version).bytes(header.prevHash).bytes(header.merkleRoot).bytes(header.finalSaplingRoot)
  writer.u32le(header.time).u32le(header.bits).bytes(header.nonce)
}

function headerSize(header: BlockHeader): number {
  return HEADER_BYTES + compactSizeLength(header.solution.length) + header.solution.length
}
