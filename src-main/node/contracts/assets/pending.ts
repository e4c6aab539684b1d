import type { ActionOf } from '#shared/protocol/evalCodes.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import { findOrderData, type OrderFunc } from '../tokens/orderData.ts'
import { tokenSigners } from '../tokens/outputs.ts'
import { findTokenData } from '../tokens/reader.ts'

/** Order action of one transaction that the rules accept, read from that transaction alone. */
export interface PendingOrder {
  readonly action: ActionOf<'assets'>
  readonly tokenId: Uint8Array
  /** transaction whose first output it spends; its own id if it places an order */
  readonly order: Uint8Array
  readonly units: bigint
  readonly coins: bigint
  /** key that placed the order, if the data name it */
  readonly owner: Uint8Array | undefined
  /** key that fills the order, if the transaction names it */
  readonly taker: Uint8Array | undefined
}

const ACTIONS: Readonly<Partial<Record<OrderFunc, ActionOf<'assets'>>>> = {
  ...{ s: 'ask', b: 'bid', S: 'fill-ask', B: 'fill-bid', x: 'cancel-ask', o: 'cancel-bid' },
}

/** Returns the order action of a transaction, or undefined if it has no order data. */
export function pendingOrder(tx: Transaction): PendingOrder | undefined {
  const data = findTokenData(tx)
  const order = data && findOrderData(data)
  const action = order && ACTIONS[order.func]
  if (data?.func !== 't' || order === undefined || action === undefined) return undefined
  const at = (index: number) => tx.vout[index]?.value ?? 0n
  const spent = tx.vin[1]?.prevout.hash
  const places = action === 'ask' || action === 'bid'
  return {
    action,
    tokenId: order.tokenId,
    order: places || spent === undefined ? computeTxid(tx) : spent,
    ...computeAmounts(action, order.price, at),
    owner: order.owner.length > 0 ? order.owner : undefined,
    taker: action === 'fill-ask' ? data.pubkeys[0] : action === 'fill-bid' ? tokenSigners(tx)[0] : undefined,
  }
}

function computeAmounts(action: ActionOf<'assets'>, price: bigint, at: (index: number) => bigint) {
  switch (action) {
    case 'ask':
      return { units: at(0), coins: price }
    case 'bid':
      return { units: price, coins: at(0) }
    case 'fill-ask':
      return { units: at(1), coins: at(2) }
    case 'fill-bid':
      return { units: at(2), coins: at(1) }
    case 'cancel-ask':
      return { units: at(0), coins: 0n }
    case 'cancel-bid':
      return { units: 0n, coins: at(0) }
  }
}
