import type { ChainView } from '../../../core/index.ts'
import { computeTxid, isCoinbase, type Transaction } from '../../../primitives/index.ts'
import { equal, hashKey, outpointKey, toHex } from '../../../util/index.ts'
import { findOrderData } from '../../tokens/orderData.ts'
import { askScript, BID_SCRIPT } from '../../tokens/orderScripts.ts'
import { findTokenData } from '../../tokens/reader.ts'

/** An order as the scan reconstructs it. */
export interface ScannedOrder {
  readonly placed: string
  readonly side: 'ask' | 'bid'
  readonly owner: string
  current: string
  units: bigint
  coins: bigint
  state: 'open' | 'filled' | 'cancelled'
}

export interface ScannedTrade {
  readonly txid: string
  readonly token: string
  readonly units: bigint
  readonly coins: bigint
  readonly height: number
}

interface Scan {
  readonly orders: ScannedOrder[]
  /** oldest first */
  readonly trades: ScannedTrade[]
}

const ASK_SCRIPT = askScript(0)

/**
 * For tests: reads the orders of fungible tokens from a chain's blocks, using only the table of tokens.md. Correct only
 * if all orders were made by this project's builders.
 */
export function scanOrders(chain: ChainView): Scan {
  const open = new Map<string, ScannedOrder>()
  const scan: Scan = { orders: [], trades: [] }
  for (let height = 1; height <= chain.tip().height; height++) {
    for (const tx of chain.block(chain.byHeight(height)!)!.txs)
      if (!isCoinbase(tx)) scanTransaction(tx, height, open, scan)
  }
  return scan
}

function scanTransaction(tx: Transaction, height: number, open: Map<string, ScannedOrder>, scan: Scan): void {
  const data = findTokenData(tx)
  const order = data && findOrderData(data)
  const second = tx.vin[1]
  const spent = second && open.get(outpointKey(second.prevout))
  if (spent && second) open.delete(outpointKey(second.prevout))
  if (!order) return
  const txid = hashKey(computeTxid(tx))
  const value = (index: number) => tx.vout[index]!.value
  const filling = order.func === 'S' || order.func === 'B'
  if (spent && filling) {
    const [units, coins] = order.func === 'S' ? [value(1), value(2)] : [value(2), value(1)]
    scan.trades.push({ txid, token: hashKey(order.tokenId), units, coins, height })
    spent.state = 'filled'
  } else if (spent) spent.state = 'cancelled'
  const first = tx.vout[0]!
  const side = equal(first.scriptPubKey, BID_SCRIPT) ? 'bid' : equal(first.scriptPubKey, ASK_SCRIPT) ? 'ask' : undefined
  if (side === undefined || first.value === 0n) return
  const [units, coins] = side === 'ask' ? [first.value, order.price] : [order.price, first.value]
  const before = filling ? spent : undefined
  const row = before ?? { placed: txid, side, owner: toHex(order.owner), current: txid, units, coins, state: 'open' }
  Object.assign(row, { current: txid, units, coins, state: 'open' })
  if (before === undefined) scan.orders.push(row)
  open.set(`${txid}:0`, row)
}
