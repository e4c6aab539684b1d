import type { ContractIndex, ContractIndexDeps } from '../contract.ts'
import { TokenTables } from '../tokens/tokenTables.ts'
import { MarketQueries } from './marketQueries.ts'
import { createOrderLists, type OrderLists } from './orderLists.ts'
import { OrderObserver } from './orderObserver.ts'
import { OrderTables } from './orderTables.ts'
import { createTradeQueries, type TradeQueries } from './trades.ts'

/** The order index in the chain's database, whose tables `orderMigrations` creates. Holds confirmed state only. */
export interface OrderIndex
  extends OrderLists,
    TradeQueries,
    Pick<MarketQueries, 'book' | 'openOrders' | 'last' | 'volume' | 'markets'>,
    ContractIndex {}

/**
 * Assembles the order index. The result is a plain object, because the composition root wraps its members one by one.
 */
export function createOrderIndex({ db }: ContractIndexDeps): OrderIndex {
  const tables = new OrderTables(db)
  const market = new MarketQueries(db)
  return {
    ...createOrderLists(db),
    ...createTradeQueries(db),
    book: (token, side, limit) => market.book(token, side, limit),
    openOrders: (token) => market.openOrders(token),
    last: (token, below) => market.last(token, below),
    volume: (token, from) => market.volume(token, from),
    markets: (page) => market.markets(page),
    observer: new OrderObserver(tables, new TokenTables(db)),
    rebuild: { title: 'the index of token orders', clear: () => tables.clear() },
  }
}
