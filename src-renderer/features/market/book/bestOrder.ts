import { formatAmount } from '#shared/units.ts'
import { toSatoshis } from '../../../components/market/prices.ts'
import type { OrderRow } from '../trade/request.ts'
import { isFillable } from '../trade/useOffers.ts'
import type { Side } from './ladder.ts'

/** Maximum number of orders loaded for a price level. */
const MAX_ORDERS = 1000

/**
 * Returns the options of `listorders` for the orders of a level. Their exact prices are within half a satoshi of the
 * displayed price.
 */
export function levelOptions(token: string, side: Side, price: string) {
  const satoshis = toSatoshis(price)
  return {
    ...{ token, side, state: 'open', sort: 'price', descending: side === 'bid', limit: MAX_ORDERS },
    ...(satoshis > 1n ? { minprice: formatAmount(satoshis - 1n) } : {}),
    maxprice: formatAmount(satoshis + 1n),
  } as const
}

/**
 * Returns the order that a click on a level selects: the best order of another trader without a pending change, else
 * the best order. Returns undefined if the level has no order.
 */
export function bestOrder(orders: readonly OrderRow[], price: string): OrderRow | undefined {
  const here = orders.filter((order) => order.price === price)
  return here.find(isFillable) ?? here[0]
}
