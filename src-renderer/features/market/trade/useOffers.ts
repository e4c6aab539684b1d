import { useRpc } from '../../../node/queries.ts'
import type { OrderRow } from './request.ts'

/** Orders that are looked at: own ones and such as somebody fills right now are passed over. */
const LOOKED_AT = 20

/** Whether somebody else may fill it now. */
export const isFillable = ({ state, mine, movable, pending }: OrderRow): boolean =>
  state === 'open' && !mine && movable && pending === null

/** The open order with the best price that can be filled now; undefined: none, or not known yet. */
export function useBestOffer(token: string, side: OrderRow['side'], except?: string): OrderRow | undefined {
  const { data } = useRpc('listorders', {
    options: { token, side, sort: 'price', descending: side === 'bid', limit: LOOKED_AT },
  })
  return data?.rows.find((row) => row.tokenid === token && row.side === side && row.order !== except && isFillable(row))
}

/** What became of an order since it was shown. */
export interface LiveOrder {
  /** as it is now */
  readonly row: OrderRow
  /** why it cannot be filled any more */
  readonly gone: 'filled' | 'cancelled' | 'spent' | 'filling' | 'cancelling' | 'mine' | 'unknown' | undefined
  /** a part of it was filled meanwhile */
  readonly changed: boolean
}

/** Follows an order by the name that it keeps for life. */
export function useLiveOrder(shown: OrderRow): LiveOrder {
  const { data } = useRpc('orderhistory', { order: shown.order }, { keepPrevious: false })
  if (data === undefined) return { row: shown, gone: undefined, changed: false }
  // A reorganisation took it out of the chain.
  if (!('order' in data)) return { row: shown, gone: 'unknown', changed: false }
  const row = data.order
  return { row, gone: goneOf(row), changed: row.current !== shown.current }
}

function goneOf({ state, pending }: OrderRow): LiveOrder['gone'] {
  if (state !== 'open') return state
  if (pending === null) return undefined
  if (pending.mine) return 'mine'
  return pending.action === 'cancel' ? 'cancelling' : 'filling'
}
