import { computeTxid, type Transaction } from '../../primitives/index.ts'
import { hashKey } from '../../util/index.ts'
import type { MempoolForExplainer } from './gather.ts'

/** Returns a view of the mempool that also contains these transactions. They are neither admitted nor validated. */
export function withTransactions(mempool: MempoolForExplainer, added: readonly Transaction[]): MempoolForExplainer {
  const byId = new Map(added.map((tx) => [hashKey(computeTxid(tx)), tx]))
  const spends = (tx: Transaction) => tx.vin.some(({ prevout }) => byId.has(hashKey(prevout.hash)))
  return {
    get(txid) {
      const tx = byId.get(hashKey(txid))
      return mempool.get(txid) ?? (tx && { tx })
    },
    coin(outpoint) {
      const output = byId.get(hashKey(outpoint.hash))?.vout[outpoint.index]
      return mempool.coin(outpoint) ?? (output && { ...output, height: 0, coinbase: false })
    },
    spender: (outpoint) => mempool.spender(outpoint),
    // Admission is checked without the added transactions. For a transaction that spends their outputs it is unknown
    // until they are sent.
    prove: async (tx) => (spends(tx) ? undefined : await mempool.prove(tx)),
    refusal: (tx) => (spends(tx) ? undefined : mempool.refusal(tx)),
  }
}
