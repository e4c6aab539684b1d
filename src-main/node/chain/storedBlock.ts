import { type Block, type BlockHeader, blockHash, merkleRoot, parseBlock, txidOf } from '../primitives/index.ts'
import { type Storage, StorageError } from '../storage/index.ts'
import { DecodeError, equal, hashKey, type LruMap } from '../util/index.ts'
import type { TreeEntry } from './treeEntry.ts'

type Files = Pick<Storage['files'], 'read' | 'path'>

/** The block file is not as it was written: what `entry` names is not what lies there. */
export function damaged(files: Files, { file, height }: TreeEntry, cause?: unknown): StorageError {
  return new StorageError(
    'corrupt',
    `The block file ${files.path(file)} is damaged: block ${height} cannot be read from it. Start once with -reindex, which keeps what can be read; the rest is fetched from other nodes.`,
    { cause },
  )
}

/** @throws StorageError `corrupt` instead of the DecodeError of a parser that met damaged bytes */
export function readable<T>(files: Files, entry: TreeEntry, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof DecodeError ? damaged(files, entry, error) : error
  }
}

/** @throws StorageError `corrupt` unless it is the entry's header */
export function sameHeader(files: Files, entry: TreeEntry, header: BlockHeader): void {
  if (hashKey(blockHash(header)) !== entry.key) throw damaged(files, entry)
}

/**
 * A stored block, checked against what it was stored as: damage of the disk must neither be shown as the chain nor be sent
 * to peers, who would blame us for it.
 * @throws StorageError `corrupt` if the file is damaged
 */
export function storedBlock(files: Files, entry: TreeEntry, bytes = files.read(entry, 0, entry.size)): Block {
  const block = readable(files, entry, () => parseBlock(bytes))
  sameHeader(files, entry, block.header)
  if (!equal(merkleRoot(block.txs.map(txidOf)).root, block.header.merkleRoot)) throw damaged(files, entry)
  return block
}

/** Its serialised form, checked in the same way. @throws StorageError `corrupt` */
export function storedBytes(files: Files, entry: TreeEntry): Uint8Array {
  const bytes = files.read(entry, 0, entry.size)
  storedBlock(files, entry, bytes)
  return bytes
}

/**
 * Returns a stored block, from the cache of recent blocks or the block files.
 * @param recent by key of the entry
 * @throws StorageError `corrupt`
 */
export function loadBlock(
  { recent, storage }: { readonly recent: LruMap<string, Block>; readonly storage: Pick<Storage, 'files'> },
  entry: TreeEntry,
): Block {
  return recent.get(entry.key) ?? storedBlock(storage.files, entry)
}
