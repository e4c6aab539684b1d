import { branchWindow, medianTimePast } from '../consensus/index.ts'
import type { BlockEntry, ChainView, Coin, ConfirmedTx } from '../interfaces.ts'
import { type Block, parseTransaction, txidOf } from '../primitives/index.ts'
import type { Storage, TxRecord } from '../storage/index.ts'
import { equal, hashKey, LruMap } from '../util/index.ts'
import type { HeaderTree } from './headerTree.ts'
import { damaged, readable, storedBlock } from './storedBlock.ts'
import type { TreeEntry } from './treeEntry.ts'

/** Confirmed transactions kept parsed: what a screen or a module's walk along a token comes back to. */
const CACHED_TXS = 512
/** Larger ones are not worth their memory. */
const CACHED_TX_BYTES = 16_384
const MEDIAN_SPAN = 11

/** Entries that callers hold are always the tree's own. */
export function own(entry: BlockEntry): TreeEntry {
  return entry as TreeEntry
}

export interface CachedView extends ChainView {
  /** blocks were taken off the chain: what was read of them is out of date */
  forget(): void
}

/** Read access to the active chain. */
export function createChainView(storage: Storage, tree: HeaderTree): CachedView {
  const { ledger, files } = storage
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

  function transaction(txid: Uint8Array): ConfirmedTx | undefined {
    const key = hashKey(txid)
    const known = txs.get(key)
    if (known !== undefined) return known
    const record = ledger.find(txid)
    if (record === undefined) return undefined
    const loaded = load(record)
    if (record.size <= CACHED_TX_BYTES) txs.set(key, loaded)
    return loaded
  }

  return {
    tip: () => tree.tip,
    byHash: (hash) => tree.byHash(hash),
    byHeight: (height) => tree.byHeight(height),
    isActive: (entry) => tree.isActive(own(entry)),
    medianTimePast: (entry) => medianTimePast(branchWindow(own(entry), MEDIAN_SPAN), entry.height),
    coin: (outpoint) => ledger.coin(outpoint),
    transaction,
    txidOf(txNum) {
      const record = ledger.byTxNum(txNum)
      if (record === undefined) throw new Error(`no transaction with tx number ${txNum}`)
      const { txid, height, position } = record
      return { txid, height, position }
    },
    output(outpoint): Coin | undefined {
      const output = ledger.output(outpoint)
      if (output !== undefined) return output
      // Provably unspendable outputs are only in the transaction itself.
      const confirmed = transaction(outpoint.hash)
      const found = confirmed?.tx.vout[outpoint.index]
      if (confirmed === undefined || found === undefined) return undefined
      return { ...found, height: confirmed.block.height, coinbase: confirmed.position === 0 }
    },
    spend: (outpoint) => ledger.spend(outpoint),
    block(entry): Block | undefined {
      const node = own(entry)
      return node.hasData ? storedBlock(files, node) : undefined
    },
    tips() {
      const tips = new Set<BlockEntry>(tree.leaves())
      return [...tips.add(tree.tip)]
    },
    bestHeader: () => tree.best,
    forget: () => txs.clear(),
  }
}
