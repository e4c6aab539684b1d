import type { ConfirmedTx } from '../core/index.ts'
import { parseTransaction, txidOf } from '../primitives/index.ts'
import type { Storage, TxRecord } from '../storage/index.ts'
import { equal, hashKey, LruMap } from '../util/index.ts'
import type { HeaderTree } from './headerTree.ts'
import { damaged, readable } from './storedBlock.ts'

/** Confirmed transactions kept parsed: what a screen or a module's walk along a token comes back to. */
const CACHED_TXS = 512
/** Larger ones are not worth their memory. */
const CACHED_TX_BYTES = 16_384

/** Transactions of all connected blocks, those that are still being verified included. */
export interface TransactionReader {
  /** @throws StorageError `corrupt` if the block file is damaged */
  transaction(txid: Uint8Array): ConfirmedTx | undefined
  /** blocks were disconnected: what was read of them is out of date */
  forget(): void
}

export function createTransactionReader({ ledger, files }: Storage, tree: HeaderTree): TransactionReader {
  const txs = new LruMap<string, ConfirmedTx>(CACHED_TXS)

  function load(record: TxRecord): ConfirmedTx {
    const block = tree.byHeight(record.height)
    if (block === undefined) throw new Error(`no active block at height ${record.height}`)
    const { txNum, position } = record
    // Read, not looked up: the bytes are the transaction's own, so that holding it holds no block.
    const bytes = files.read(block, record.offset, record.size)
    const tx = readable(files, block, () => parseTransaction(bytes))
    if (!equal(txidOf(tx), record.txid)) throw damaged(files, block)
    return { tx, txid: txidOf(tx), txNum, block, position }
  }

  return {
    transaction(txid) {
      const key = hashKey(txid)
      const known = txs.get(key)
      if (known !== undefined) return known
      const record = ledger.find(txid)
      if (record === undefined) return undefined
      const loaded = load(record)
      if (record.size <= CACHED_TX_BYTES) txs.set(key, loaded)
      return loaded
    },
    forget: () => txs.clear(),
  }
}
