import { readSync } from 'node:fs'

/** A record found in a file: the block's bytes and their offset. */
export interface ScannedRecord {
  /** offset of the block's bytes, after magic and length */
  readonly pos: number
  readonly bytes: Uint8Array
  /** offset after the record */
  readonly end: number
}

/** Bytes before a block: magic and u32le length. */
export const RECORD_HEAD = 8
/** Minimum block size in bytes: a header with an empty solution and a transaction count. */
const MIN_BLOCK = 142
/** Twice the maximum block size (chain-params.md §10). A larger length is not a block. */
const MAX_BLOCK = 8 * 1024 * 1024
/** Bytes per chunk. Blocks are views of a chunk, so a retained block keeps the complete chunk in memory. */
const CHUNK = 1024 * 1024

/**
 * Finds `magic ‖ u32le length ‖ block` records in a file, from offset `from` to its end. Other bytes are skipped up to
 * the next magic. The yielded bytes are views of a buffer that is not reused. An incomplete record at the end of the
 * file is not yielded.
 */
export function* scanRecords(fd: number, from: number, magic: Uint8Array): Generator<ScannedRecord> {
  const needle = Buffer.from(magic)
  let base = from
  let chunk = readChunk(fd, base, CHUNK)
  let at = 0
  while (true) {
    const found = chunk.indexOf(needle, at)
    const start = found < 0 ? Math.max(at, chunk.length - magic.length + 1) : found
    const head = found >= 0 && found + RECORD_HEAD <= chunk.length
    const length = head ? chunk.readUInt32LE(found + 4) : 0
    if (head && (length < MIN_BLOCK || length > MAX_BLOCK)) {
      at = found + 1
      continue
    }
    const end = start + RECORD_HEAD + length
    if (head && end <= chunk.length) {
      const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset + start + RECORD_HEAD, length)
      yield { pos: base + start + RECORD_HEAD, bytes, end: base + end }
      at = end
      continue
    }
    // Read on from the start of the incomplete record.
    const next = readChunk(fd, base + start, Math.max(CHUNK, RECORD_HEAD + length))
    if (next.length === chunk.length - start) {
      if (!head) return
      // The file ends within an apparent record. Its magic may be accidental, so continue searching after it.
      at = start + 1
      continue
    }
    base += start
    chunk = next
    at = 0
  }
}

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
