import { computeTxid } from '../primitives/index.ts'
import type { Storage } from '../storage/index.ts'
import type { HeaderTree } from './headerTree.ts'
import { storedBlock } from './storedBlock.ts'
import type { TreeEntry } from './treeEntry.ts'

/**
 * Returns the ids of a block's transactions, in order. On the active chain they come from the ledger, and no file is
 * read. A damaged file cannot make them wrong, and is detected when the bytes are read. Other blocks are read and
 * parsed.
 * @throws StorageError `corrupt` if a block file that must be read is damaged
 */
export function blockTxids(
  { files, ledger }: Pick<Storage, 'files' | 'ledger'>,
  tree: HeaderTree,
  entry: TreeEntry,
): readonly Uint8Array[] {
  const known = tree.isActive(entry) ? ledger.atHeight(entry.height, entry.txCount) : []
  // The ledger does not contain genesis.
  return known.length === entry.txCount ? known.map(({ txid }) => txid) : storedBlock(files, entry).txs.map(computeTxid)
}
