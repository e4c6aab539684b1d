import { type Block, type BlockHeader, blockHash, computeTxid, merkleRoot, parseBlock } from '../primitives/index.ts'
import { type Storage, StorageError } from '../storage/index.ts'
import { DecodeError, equal, hashKey, type LruMap } from '../util/index.ts'
import type { TreeEntry } from './treeEntry.ts'

type Files = Pick<Storage['files'], 'read' | 'path'>

/** Returns the error for a block file that does not contain the block of `entry` at its location. */
export function damaged(files: Files, { file, height }: TreeEntry, cause?: unknown): StorageError {
  return new StorageError(
    'corrupt',
    `The block file ${files.path(file)} is damaged: block ${height} cannot be read from it. Start once with -reindex, which keeps the readable blocks; the rest is downloaded from other nodes.`,
    { cause },
  )
}

/** Runs `read`. @throws StorageError `corrupt` instead of the parser's DecodeError */
export function readable<T>(files: Files, entry: TreeEntry, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof DecodeError ? damaged(files, entry, error) : error
  }
}

/** Checks a header read from disk. @throws StorageError `corrupt` unless it is the entry's header */
export function sameHeader(files: Files, entry: TreeEntry, header: BlockHeader): void {
  if (hashKey(blockHash(header)) !== entry.key) throw damaged(files, entry)
}

/**
 * Reads a stored block and checks it against its entry. Damaged blocks must not be shown, or sent to peers, which would
 * ban this node.
 * @throws StorageError `corrupt` if the file is damaged
 */
export function storedBlock(files: Files, entry: TreeEntry, bytes = files.read(entry, 0, entry.size)): Block {
  const block = readable(files, entry, () => parseBlock(bytes))
  sameHeader(files, entry, block.header)
  if (!equal(merkleRoot(block.txs.map(computeTxid)).root, block.header.merkleRoot)) throw damaged(files, entry)
  return block
}

/**
 * Returns the serialised block after checking it like `storedBlock`.
 * @throws StorageError `corrupt` if the file is damaged
 */
export function storedBytes(files: Files, entry: TreeEntry): Uint8Array {
  const bytes = files.read(entry, 0, entry.size)
  storedBlock(files, entry, bytes)
  return bytes
}

/**
 * Returns a stored block, from the cache of recent blocks or the block files.
 * @param recent by entry key
 * @throws StorageError `corrupt` if the file is damaged
 */
export function loadBlock(
  { recent, storage }: { readonly recent: LruMap<string, Block>; readonly storage: Pick<Storage, 'files'> },
  entry: TreeEntry,
): Block {
  return recent.get(entry.key) ?? storedBlock(storage.files, entry)
}
