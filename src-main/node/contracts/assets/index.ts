/**
 * assets: the exchange of tokens for coins. Orders to sell (asks) and to buy (bids), filled entirely or in part
 * (tokens.md §4).
 */
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { ContractDefinition } from '../contract.ts'
import { ASSETS_KEY } from '../tokens/assetsKey.ts'
import { assetsExplainer } from './explain.ts'
import { createOrderIndex } from './orderIndex.ts'
import { orderMigrations } from './schema.ts'
import { validateAssets } from './validate.ts'

export { ASSETS_KEY } from '../tokens/assetsKey.ts'
export { orderTotal, parsePrice, parseUnits } from './amounts.ts'
export {
  buildAsk,
  buildBid,
  buildCancelAsk,
  buildCancelBid,
  buildFillAsk,
  buildFillBid,
  type OrderContext,
} from './build.ts'
export type { MarketRow, PriceLevel, Quote } from './marketQueries.ts'
export type { OrderIndex } from './orderIndex.ts'
export { type Order, type OrderEntry, outputName } from './orderLists.ts'
export { pendingOrder } from './pending.ts'
export { BID_PLACE, ORDER_EVENTS, ORDER_STATES, type OrderSide, type OrderState, SIDES } from './schema.ts'
export type { Trade } from './trades.ts'

export const assetsContract = {
  name: 'assets',
  evalCodes: [EVAL_CODES.assets],
  globalKeys: [ASSETS_KEY],
  holdsTokens: true,
  validate: validateAssets,
  explainer: assetsExplainer,
  index: { migrations: orderMigrations, create: createOrderIndex },
} as const satisfies ContractDefinition<'assets'>
