import { branchWindow, medianTimePast } from '../consensus/index.ts'
import type { BlockEntry, ChainView, Coin } from '../core/index.ts'
import type { OutPoint } from '../primitives/index.ts'
import type { Storage } from '../storage/index.ts'
import type { HeaderTree } from './headerTree.ts'
import { storedBlock } from './storedBlock.ts'
import type { TransactionReader } from './transactionReader.ts'
import type { TreeEntry } from './treeEntry.ts'

const MEDIAN_SPAN = 11

/** Entries that callers hold are always the tree's own. */
export function own(entry: BlockEntry): TreeEntry {
  return entry as TreeEntry
}

/**
 * The active chain up to the verified tip. Tree and ledger may be ahead of it by blocks whose scripts are still being
 * verified. These only extend the chain, so that each answer follows from heights: what is above the verified tip does not
 * exist, and a coin that was spent above it is unspent.
 */
export function createChainView(
  storage: Storage,
  tree: HeaderTree,
  reader: TransactionReader,
): Omit<ChainView, 'notarisations'> {
  const { ledger, files } = storage
  const isVerified = (height: number) => tree.allVerified || height <= tree.verifiedTip.height

  /** A coin of the verified tip that a block above it spends. */
  function coinSpentAbove(outpoint: OutPoint): Coin | undefined {
    const output = ledger.output(outpoint)
    if (output === undefined || !isVerified(output.height)) return undefined
    const spend = ledger.spend(outpoint)
    if (spend === undefined || isVerified(spend.height)) return undefined
    const { value, scriptPubKey, height, coinbase } = output
    return { value, scriptPubKey, height, coinbase }
  }

  function transaction(txid: Uint8Array) {
    const found = reader.transaction(txid)
    return found !== undefined && isVerified(found.block.height) ? found : undefined
  }

  return {
    tip: () => tree.verifiedTip,
    byHash: (hash) => tree.byHash(hash),
    byHeight: (height) => (isVerified(height) ? tree.byHeight(height) : undefined),
    isActive: (entry) => isVerified(entry.height) && tree.isActive(own(entry)),
    medianTimePast: (entry) => medianTimePast(branchWindow(own(entry), MEDIAN_SPAN), entry.height),
    coin(outpoint) {
      const coin = ledger.coin(outpoint)
      if (tree.allVerified) return coin
      return coin === undefined ? coinSpentAbove(outpoint) : isVerified(coin.height) ? coin : undefined
    },
    transaction,
    txidOf(txNum) {
      const record = ledger.byTxNum(txNum)
      if (record === undefined) throw new Error(`no transaction with tx number ${txNum}`)
      const { txid, height, position } = record
      return { txid, height, position }
    },
    output(outpoint): Coin | undefined {
      const output = ledger.output(outpoint)
      if (output !== undefined) return isVerified(output.height) ? output : undefined
      // Provably unspendable outputs are only in the transaction itself.
      const confirmed = transaction(outpoint.hash)
      const found = confirmed?.tx.vout[outpoint.index]
      if (confirmed === undefined || found === undefined) return undefined
      return { ...found, height: confirmed.block.height, coinbase: confirmed.position === 0 }
    },
    spend(outpoint) {
      const spend = ledger.spend(outpoint)
      return spend !== undefined && isVerified(spend.height) ? spend : undefined
    },
    block(entry) {
      const node = own(entry)
      return node.hasData ? storedBlock(files, node) : undefined
    },
    tips() {
      const tips = new Set<BlockEntry>(tree.leaves())
      return [...tips.add(tree.verifiedTip)]
    },
    bestHeader: () => tree.best,
  }
}
