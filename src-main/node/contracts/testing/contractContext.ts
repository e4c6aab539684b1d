import { createCcView } from '../../mempool/index.ts'
import type { MarketNode, TestKey } from '../../testing/index.ts'
import type { ContractContext } from '../framework/contractContext.ts'
import { createMemoCache } from '../framework/memoCache.ts'

/** Creates the context to build and list contract transactions for a key, from the chain and mempool of a test node. */
export function contractContext(market: MarketNode, key: TestKey): ContractContext {
  const { node, mempool, addressIndex, indexes } = market
  return {
    ...market.context(key),
    addressIndex,
    tokens: indexes.tokens,
    memo: createMemoCache(),
    view: createCcView(node.chain, mempool, undefined),
  }
}
