import type { ContractIndex, ContractIndexDeps } from '../contract.ts'
import { createTokenTables } from '../tokens/tokenTables.ts'
import { createMarketQueries, type MarketQueries } from './marketQueries.ts'
import { createOrderObserver } from './orderObserver.ts'
import { createOrderLists, type OrderLists } from './orderLists.ts'
import { createOrderTables } from './orderTables.ts'
import { createTradeQueries, type TradeQueries } from './trades.ts'

/** The index of orders over the chain's database, which `orderMigrations` has prepared: confirmed state. */
export interface OrderIndex extends OrderLists, TradeQueries, MarketQueries, ContractIndex {}

export function createOrderIndex({ db }: ContractIndexDeps): OrderIndex {
  const tables = createOrderTables(db)
  return {
    ...createOrderLists(db),
    ...createTradeQueries(db),
    ...createMarketQueries(db),
    observer: createOrderObserver(tables, createTokenTables(db)),
    rebuild: { title: 'the index of token orders', clear: () => tables.clear() },
  }
}
