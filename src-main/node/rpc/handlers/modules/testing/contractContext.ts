import { type ContractContext, createMemos } from '../../../../modules/index.ts'
import type { MarketNode, TestKey } from '../../../../testing/index.ts'

/** What builds and lists transactions of contracts for a key, over the chain and mempool of a test node. Nothing is notarised. */
export function contractContext(market: MarketNode, key: TestKey): ContractContext {
  const { node, mempool, addressIndex, indexes } = market
  const { chain } = node
  return {
    ...market.context(key),
    addressIndex,
    tokens: indexes.tokens,
    memo: createMemos(),
    view: {
      tip: () => chain.tip(),
      notarisedHeight: () => 0,
      transaction(txid) {
        const tx = mempool.get(txid)?.tx
        if (tx) return { tx, txid, height: undefined, blockTime: undefined }
        const found = chain.transaction(txid)
        return found && { tx: found.tx, txid, height: found.block.height, blockTime: found.block.time }
      },
    },
  }
}
