import { type BlockHeader, readHeader } from '../primitives/index.ts'
import type { Storage } from '../storage/index.ts'
import { ByteReader, LruMap } from '../util/index.ts'
import { readable, sameHeader } from './storedBlock.ts'
import type { HeaderLoader, TreeEntry } from './treeEntry.ts'

/** Number of parsed headers in the cache: a page of the explorer or a batch for a peer. */
const CACHED_HEADERS = 512
/** Bytes to read for a header; enough for the longest supported Equihash solution. */
const HEADER_READ = 2_048
/** Offset of the solution's length in a header, in bytes. */
const HEADER_BYTES = 140

/** Reads headers from storage: from the block if its data is stored, otherwise from the header table. */
export function createHeaderStore({ blocks, files }: Storage): { load: HeaderLoader; forget(entry: TreeEntry): void } {
  const known = new LruMap<number, BlockHeader>(CACHED_HEADERS)

  function readHeaderBytes(entry: TreeEntry): Uint8Array {
    if (!entry.hasData) {
      const bytes = blocks.header(entry.id)
      if (bytes === undefined) throw new Error(`no header of block ${entry.hashHex}`)
      return bytes
    }
    const start = files.read(entry, 0, Math.min(entry.size, HEADER_READ))
    const reader = new ByteReader(start, HEADER_BYTES)
    const whole = reader.compactSize() + reader.position
    return whole <= start.length ? start : files.read(entry, 0, whole)
  }

  return {
    load(entry) {
      const before = known.get(entry.id)
      if (before !== undefined) return before
      const header = readable(files, entry, () => readHeader(new ByteReader(readHeaderBytes(entry))))
      sameHeader(files, entry, header)
      known.set(entry.id, header)
      return header
    },
    forget: (entry) => void known.delete(entry.id),
  }
}
