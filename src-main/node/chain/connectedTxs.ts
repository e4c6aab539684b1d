import type { ConnectedBlock, ConnectedTx } from '../core/index.ts'
import { type Block, computeTxid } from '../primitives/index.ts'
import { type Storage, txNumCount } from '../storage/index.ts'
import type { HeaderTree } from './headerTree.ts'
import { storedBlock } from './storedBlock.ts'

/** Returns the transactions of a connected block as they were when it connected. */
export function connectedTxs({ ledger }: Pick<Storage, 'ledger'>, block: Block): ConnectedTx[] {
  let txNum = ledger.find(computeTxid(block.txs[0]!))?.txNum
  if (txNum === undefined) throw new Error('a connected block has no transactions in the ledger')
  const txs: ConnectedTx[] = []
  for (const [position, tx] of block.txs.entries()) {
    const spent = position === 0 ? [] : tx.vin.map(({ prevout }) => ledger.output(prevout)!)
    txs.push({ tx, txid: computeTxid(tx), txNum, spent })
    txNum += txNumCount(tx)
  }
  return txs
}

/**
 * Returns a connected block as its observers saw it. Returns undefined for genesis, which observers never see, and
 * above the tip.
 */
export function connectedBlockAt(storage: Storage, tree: HeaderTree, height: number): ConnectedBlock | undefined {
  const entry = height > 0 ? tree.byHeight(height) : undefined
  if (entry === undefined) return undefined
  const block = storedBlock(storage.files, entry)
  return { entry, block, txs: connectedTxs(storage, block) }
}
