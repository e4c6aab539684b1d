import { computeTxid, parseTransaction, type Transaction } from '../primitives/index.ts'
import type { Storage } from '../storage/index.ts'
import { equal } from '../util/index.ts'
import type { HeaderTree } from './headerTree.ts'
import { damaged, readable, storedBlock } from './storedBlock.ts'
import type { TreeEntry } from './treeEntry.ts'

/**
 * Returns a range of a block's transactions, in order. On the active chain only these are read, so that a page of a
 * full block costs the same as a page of a small one.
 * @throws StorageError `corrupt` if the block file is damaged
 */
export function blockSlice(
  { files, ledger }: Pick<Storage, 'files' | 'ledger'>,
  tree: HeaderTree,
  entry: TreeEntry,
  { from, count }: { readonly from: number; readonly count: number },
): readonly Transaction[] {
  const end = Math.min(from + count, entry.txCount)
  if (from >= end) return []
  const known = tree.isActive(entry) ? ledger.atHeight(entry.height, end).slice(from, end) : []
  // The ledger does not contain genesis and blocks of side branches.
  if (known.length !== end - from) return storedBlock(files, entry).txs.slice(from, end)
  return known.map(({ txid, offset, size }) => {
    const bytes = files.read(entry, offset, size)
    const tx = readable(files, entry, () => parseTransaction(bytes))
    if (!equal(computeTxid(tx), txid)) throw damaged(files, entry)
    return tx
  })
}
