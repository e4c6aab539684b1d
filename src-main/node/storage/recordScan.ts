import { readSync } from 'node:fs'

/** One record found in a file: the block's bytes and where they begin. */
export interface ScannedRecord {
  /** offset of the block's bytes (behind magic and length) */
  readonly pos: number
  readonly bytes: Uint8Array
  /** offset behind the record */
  readonly end: number
}

/** Bytes before a block: magic and u32le length. */
export const RECORD_HEAD = 8
/** A header with an empty solution, a transaction count and nothing else is 142 bytes long. */
const MIN_BLOCK = 142
/** Twice the largest block (chain-params.md §10): a larger length is garbage, not a block. */
const MAX_BLOCK = 8 * 1024 * 1024
/** Views of the blocks that are held in memory keep all of it. */
const CHUNK = 1024 * 1024

/**
 * Finds `magic ‖ u32le length ‖ block` records in a file, from offset `from` to its end. Anything else is skipped up to
 * the next magic. The bytes yielded are views of a buffer that is not used again. A record that the file is too short for
 * is not yielded: see `wholeRecordsEnd`.
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
    // The rest of the chunk is kept and more is read behind it.
    const next = readChunk(fd, base + start, Math.max(CHUNK, RECORD_HEAD + length))
    if (next.length === chunk.length - start) {
      if (!head) return
      // The file ends within what looks like a record: its magic may be chance, so look for one behind it.
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
