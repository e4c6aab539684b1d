import { useRpc } from '../../../node/queries.ts'
import type { OrderRow } from './request.ts'

/** Maximum number of orders loaded: own orders and orders with a pending change are skipped. */
const LOOKED_AT = 20

/** Returns true if another trader can fill the order now. */
export const isFillable = ({ state, mine, movable, pending }: OrderRow): boolean =>
  state === 'open' && !mine && movable && pending === null

/**
 * Returns the open order with the best price that can be filled now. Returns undefined without such an order or while
 * loading.
 */
export function useBestOffer(token: string, side: OrderRow['side'], except?: string): OrderRow | undefined {
  const { data } = useRpc('listorders', {
    options: { token, side, sort: 'price', descending: side === 'bid', limit: LOOKED_AT },
  })
  return data?.rows.find((row) => row.tokenid === token && row.side === side && row.order !== except && isFillable(row))
}

/** State of an order since it was shown. */
export interface LiveOrder {
  /** the order now */
  readonly row: OrderRow
  /** reason why it can no longer be filled */
  readonly gone: 'filled' | 'cancelled' | 'spent' | 'filling' | 'cancelling' | 'mine' | 'unknown' | undefined
  /** True if a part was filled since it was shown. */
  readonly changed: boolean
}

/** Tracks an order by its permanent id. */
export function useLiveOrder(shown: OrderRow): LiveOrder {
  const { data } = useRpc('orderhistory', { order: shown.order }, { keepPrevious: false })
  if (data === undefined) return { row: shown, gone: undefined, changed: false }
  // A reorganisation removed the order from the chain.
  if (!('order' in data)) return { row: shown, gone: 'unknown', changed: false }
  const row = data.order
  return { row, gone: findGoneReason(row), changed: row.current !== shown.current }
}

function findGoneReason({ state, pending }: OrderRow): LiveOrder['gone'] {
  if (state !== 'open') return state
  if (pending === null) return undefined
  if (pending.mine) return 'mine'
  return pending.action === 'cancel' ? 'cancelling' : 'filling'
}
