import { formatAmount } from '#shared/units.ts'
import { satoshisOf } from '../../../components/market/prices.ts'
import type { OrderRow } from '../trade/request.ts'
import { isFillable } from '../trade/useOffers.ts'
import type { Side } from './ladder.ts'

/** Orders of a price level that are looked at. */
const MOST = 1000

/** Options of `listorders` for the orders of a level: their exact prices lie within half a satoshi of what it shows. */
export function levelOptions(token: string, side: Side, price: string) {
  const satoshis = satoshisOf(price)
  return {
    ...{ token, side, state: 'open', sort: 'price', descending: side === 'bid', limit: MOST },
    ...(satoshis > 1n ? { minprice: formatAmount(satoshis - 1n) } : {}),
    maxprice: formatAmount(satoshis + 1n),
  } as const
}

/**
 * The order of a level that a click means: the best one that somebody else placed and nothing waits for, else the best.
 * Undefined: the level is gone.
 */
export function bestOrder(orders: readonly OrderRow[], price: string): OrderRow | undefined {
  const here = orders.filter((order) => order.price === price)
  return here.find(isFillable) ?? here[0]
}
