import { sha256d } from '../crypto/index.ts'
import { readHeader, txidOf } from '../primitives/index.ts'
import type { Storage } from '../storage/index.ts'
import { ByteReader, equal } from '../util/index.ts'
import type { HeaderTree } from './headerTree.ts'
import { damaged, readable, sameHeader, storedBlock } from './storedBlock.ts'
import type { TreeEntry } from './treeEntry.ts'

/**
 * Ids of a block's transactions, in order. On the active chain the ledger has them, and they are held against the hashes of
 * the block's bytes: that proves as much as parsing the block and computing its Merkle root, in half the time.
 * @throws StorageError `corrupt` if the block file is damaged
 */
export function blockTxids(
  { files, ledger }: Pick<Storage, 'files' | 'ledger'>,
  tree: HeaderTree,
  entry: TreeEntry,
): readonly Uint8Array[] {
  const known = tree.isActive(entry) ? ledger.atHeight(entry.height, entry.txCount) : []
  // Genesis is not in the ledger.
  if (known.length !== entry.txCount) return storedBlock(files, entry).txs.map(txidOf)
  const bytes = files.read(entry, 0, entry.size)
  sameHeader(
    files,
    entry,
    readable(files, entry, () => readHeader(new ByteReader(bytes))),
  )
  return known.map(({ txid, offset, size }) => {
    if (!equal(sha256d(bytes.subarray(offset, offset + size)), txid)) throw damaged(files, entry)
    return txid
  })
}
