import { usePages } from '../../../components/lists/usePages.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpc } from '../../../node/queries.ts'
import type { Side } from '../book/ladder.ts'
import type { OrderRow } from '../trade/request.ts'

export interface OrdersWanted {
  /** undefined for all tokens */
  readonly token: string | undefined
  readonly mine: boolean
  readonly side: 'all' | Side
  readonly state: 'all' | 'open' | 'filled' | 'cancelled'
  readonly sort: 'newest' | 'price'
  readonly descending: boolean
}

const LIMIT = 200

/** Returns the options of `listorders`. */
export function orderOptions({ token, mine, ...rest }: OrdersWanted, cursor: string | null = null) {
  return {
    ...{ limit: LIMIT, ...rest },
    ...(token === undefined ? {} : { token }),
    ...(mine ? { mine } : {}),
    ...(cursor === null ? {} : { cursor }),
  }
}

/** Returns a text that changes with each block, with pending orders, and with this node's key. */
function useOrdersRevision(token: string | undefined): string | undefined {
  const { data: tip } = useRpc('getbestblockhash', {})
  const { data: pending } = useRpc('pendingorders', token === undefined ? {} : { tokenid: token })
  const { data: info } = useRpc('getinfo', {})
  return tip && pending && info && [tip, info.pubkey, ...pending.map(({ txid }) => txid)].join(' ')
}

export function useOrders(wanted: OrdersWanted) {
  const { client } = useNode()
  return usePages<OrderRow>({
    listKey: ['listorders', orderOptions(wanted)],
    revision: useOrdersRevision(wanted.token),
    ask: (cursor, signal) => client.call('listorders', { options: orderOptions(wanted, cursor) }, { signal }),
  })
}
