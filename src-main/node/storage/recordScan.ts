import { fstatSync, readSync } from 'node:fs'

/** A record found in a file: the block's bytes and their offset. */
export interface ScannedRecord {
  /** offset of the block's bytes, after magic and length */
  readonly pos: number
  readonly bytes: Uint8Array
  /** offset after the record */
  readonly end: number
  /** true if the next record, or the end of the file, is known to follow at once */
  readonly followed: boolean
}

/** Bytes before a block: magic and u32le length. */
export const RECORD_HEAD = 8
/** Minimum block size in bytes: a header with an empty solution and a transaction count. */
const MIN_BLOCK = 142
/** Twice the maximum block size (chain-params.md §10). A larger length is not a block. */
const MAX_BLOCK = 8 * 1024 * 1024
/** Bytes per chunk. Blocks are views of a chunk, so a retained block keeps the complete chunk in memory. */
const CHUNK = 1024 * 1024

/** Range of a file to search. */
interface ScanRange {
  /** offset of the first byte */
  readonly from: number
  /** offset before which a record must begin; default: the end of the file */
  readonly until?: number
}

/**
 * Finds `magic ‖ u32le length ‖ block` records in a file, from offset `from` to its end. Other bytes are skipped up to
 * the next magic. The yielded bytes are views of a buffer that is not reused. An incomplete record at the end of the
 * file is not yielded.
 */
export function* scanRecords(fd: number, from: number, magic: Uint8Array): Generator<ScannedRecord> {
  for (const record of scanInSteps(fd, { from }, magic)) if (record !== undefined) yield record
}

/** Finds records like `scanRecords`. Yields undefined after each chunk of at most 1 MiB without a complete record. */
export function* scanInSteps(
  fd: number,
  { from, until = Number.POSITIVE_INFINITY }: ScanRange,
  magic: Uint8Array,
): Generator<ScannedRecord | undefined> {
  const needle = Buffer.from(magic)
  const { size } = fstatSync(fd)
  const step = Math.min(CHUNK, until - from + RECORD_HEAD)
  let base = from
  let chunk = readChunk(fd, base, step)
  let at = 0
  while (true) {
    const found = chunk.indexOf(needle, at)
    const start = found < 0 ? Math.max(at, chunk.length - magic.length + 1) : found
    if (base + start >= until) return
    const length = readLength(chunk, found)
    const end = start + RECORD_HEAD + (length ?? 0)
    // A record that would exceed the file may have an accidental magic, so continue searching after it.
    if (length !== undefined && (!isBlockSize(length) || base + end > size)) {
      at = found + 1
      continue
    }
    if (length !== undefined && end <= chunk.length) {
      const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset + start + RECORD_HEAD, length)
      const followed = base + end === size || needle.equals(chunk.subarray(end, end + magic.length))
      yield { pos: base + start + RECORD_HEAD, bytes, end: base + end, followed }
      at = end
      continue
    }
    if (length === undefined && base + chunk.length >= size) return
    // Read on from the start of the incomplete record.
    const next = readChunk(fd, base + start, Math.max(step, end - start))
    // Another program has shortened the file.
    if (next.length <= chunk.length - start) return
    base += start
    chunk = next
    at = 0
    yield undefined
  }
}

/** Returns the length after a magic, or undefined if the chunk ends before it or has no magic. */
function readLength(chunk: Buffer, magicAt: number): number | undefined {
  return magicAt >= 0 && magicAt + RECORD_HEAD <= chunk.length ? chunk.readUInt32LE(magicAt + 4) : undefined
}

const isBlockSize = (length: number) => length >= MIN_BLOCK && length <= MAX_BLOCK

function readChunk(fd: number, position: number, length: number): Buffer {
  const chunk = Buffer.allocUnsafeSlow(length)
  let filled = 0
  while (filled < length) {
    const count = readSync(fd, chunk, filled, length - filled, position + filled)
    if (count === 0) break
    filled += count
  }
  return chunk.subarray(0, filled)
}
