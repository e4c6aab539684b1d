import type { Coin, MempoolEntry, MempoolView } from '../../core/index.ts'
import { computeTxid, type OutPoint, type Transaction } from '../../primitives/index.ts'
import { hashKey, outpointKey, toDisplayHex } from '../../util/index.ts'
import type { ChainModel } from './chainModel.ts'

/** A mempool for tests that accepts every transaction. */
export interface MempoolModel extends MempoolView {
  add(tx: Transaction): void
  /** Removes confirmed transactions. */
  prune(): void
}

export function createMempoolModel(chain: ChainModel): MempoolModel {
  const byTxid = new Map<string, MempoolEntry>()
  const spenders = new Map<string, { entry: MempoolEntry; inputIndex: number }>()

  function getCoin({ hash, index }: OutPoint): Coin {
    const output = (chain.find(hash)?.tx ?? byTxid.get(hashKey(hash))?.tx)?.vout[index]
    if (output === undefined) throw new Error('no such coin')
    return { ...output, height: 0, coinbase: false }
  }

  return {
    add(tx) {
      const txid = computeTxid(tx)
      const spent = tx.vin.map(({ prevout }) => getCoin(prevout))
      const common = { size: 0, fee: 0n, time: 0, height: 0, sequence: byTxid.size }
      const entry = { tx, txid, txidHex: toDisplayHex(txid), spent, ...common }
      byTxid.set(hashKey(txid), entry)
      for (const [inputIndex, { prevout }] of tx.vin.entries())
        spenders.set(outpointKey(prevout), { entry, inputIndex })
    },
    prune() {
      for (const [key, { tx, txid }] of byTxid) {
        if (chain.find(txid) === undefined) continue
        byTxid.delete(key)
        for (const { prevout } of tx.vin) spenders.delete(outpointKey(prevout))
      }
    },
    size: () => byTxid.size,
    get: (txid) => byTxid.get(hashKey(txid)),
    entries: () => byTxid.values(),
    spender: (outpoint) => spenders.get(outpointKey(outpoint)),
    coin(outpoint) {
      const output = byTxid.get(hashKey(outpoint.hash))?.tx.vout[outpoint.index]
      return output && { ...output, height: 0x7fffffff, coinbase: false }
    },
  }
}
