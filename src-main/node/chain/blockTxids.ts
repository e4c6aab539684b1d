import { txidOf } from '../primitives/index.ts'
import type { Storage } from '../storage/index.ts'
import type { HeaderTree } from './headerTree.ts'
import { storedBlock } from './storedBlock.ts'
import type { TreeEntry } from './treeEntry.ts'

/**
 * Ids of a block's transactions, in order. On the active chain the ledger has them, and no file is read for them: damage of
 * the block cannot make them wrong, and is found by whoever asks for its bytes. Other blocks are read and parsed.
 * @throws StorageError `corrupt` if a block file that has to be read is damaged
 */
export function blockTxids(
  { files, ledger }: Pick<Storage, 'files' | 'ledger'>,
  tree: HeaderTree,
  entry: TreeEntry,
): readonly Uint8Array[] {
  const known = tree.isActive(entry) ? ledger.atHeight(entry.height, entry.txCount) : []
  // Genesis is not in the ledger.
  return known.length === entry.txCount ? known.map(({ txid }) => txid) : storedBlock(files, entry).txs.map(txidOf)
}
