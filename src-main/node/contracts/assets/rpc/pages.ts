import { priceText } from '#shared/price.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import type { ChainView, MempoolView } from '../../../core/index.ts'
import { badCursor } from '../../../rpc/format/pageOptions.ts'
import { equal, toDisplayHex, toHex } from '../../../util/index.ts'
import { failed } from '../../framework/rpc/contractGate.ts'
import { displayText } from '../../tokens/index.ts'
import { parseTokenId } from '../../tokens/rpc/tokenGate.ts'
import { type Order, type OrderIndex, pendingOrder, type Trade } from '../index.ts'
import { createMovability, createOrderGate, type OrderGateDeps } from './orderGate.ts'
import { orderQuery, tradeQuery } from './orderOptions.ts'

interface PagesDeps extends OrderGateDeps {
  readonly chain: ChainView
  readonly mempool: MempoolView
}

type OrderRow = MethodResult<'listorders'>['rows'][number]

/** Number of hex digits of the order's txid in a cursor. */
const CURSOR_TXID_DIGITS = 8
const CURSOR = /^(\d{1,16})_([0-9.e+-]{1,30})_(\d{1,10})_([0-9a-f]{8})$/

const isKey = (pubkey: Uint8Array | undefined, key: Uint8Array | undefined): boolean =>
  pubkey !== undefined && key !== undefined && equal(pubkey, key)

/** Handlers of the methods that page through orders, their events and trades. */
export function createOrderPageHandlers(deps: PagesDeps) {
  const { chain, mempool } = deps
  const gate = createOrderGate(deps)
  const isMovable = createMovability(deps)
  const at = () => ({ height: chain.tip().height, hash: chain.tip().hashHex })
  const getBlockTime = (height: number) => chain.byHeight(height)?.time ?? 0

  /** Finds the unconfirmed action on an order: at most one mempool transaction spends it. */
  function findPending({ state, current, owner }: Order, pubkey: Uint8Array | undefined): OrderRow['pending'] {
    const spender = state === 'open' ? mempool.spender({ hash: current, index: 0 }) : undefined
    if (spender === undefined) return null
    const pending = pendingOrder(spender.entry.tx)
    const [kind] = pending?.action.split('-') ?? []
    const action = kind === 'fill' || kind === 'cancel' ? kind : 'other'
    // Only the owner can cancel an order.
    const mine = isKey(pubkey, action === 'cancel' ? owner : pending?.taker)
    return { txid: spender.entry.txidHex, action, mine }
  }

  const encodeOrder = (order: Order, pubkey: Uint8Array | undefined): OrderRow => ({
    order: toDisplayHex(order.txid),
    current: toDisplayHex(order.current),
    tokenid: toDisplayHex(order.tokenId),
    name: displayText(order.name),
    nft: order.nft,
    movable: isMovable(order.nftCode),
    side: order.side,
    state: order.state,
    units: order.units,
    coins: order.coins,
    unitsleft: order.unitsLeft,
    coinsleft: order.coinsLeft,
    price: formatOrderPrice(order),
    owner: toHex(order.owner),
    mine: isKey(pubkey, order.owner),
    height: order.height,
    time: getBlockTime(order.height),
    ...(order.ended !== undefined && { ended: order.ended }),
    pending: findPending(order, pubkey),
  })

  return defineHandlers({
    listorders({ options }) {
      const { orders, pubkey } = gate.reading()
      const { cursor, token, mine, ...query } = orderQuery(options)
      const tokenId = token === undefined ? undefined : parseTokenId(token)
      if ((token !== undefined && tokenId === undefined) || (mine && !pubkey))
        return { rows: [], next: null, total: 0, ...at() }
      const after = cursor === undefined ? undefined : readCursor(cursor, orders)
      const owner = mine ? pubkey : undefined
      const { total, items } = orders.page({ ...query, token: tokenId, owner, after })
      const last = items.length === query.limit ? items.at(-1) : undefined
      return {
        rows: items.map((order) => encodeOrder(order, pubkey)),
        next: last ? writeCursor(last, total) : null,
        total,
        ...at(),
      }
    },
    orderhistory({ order: text }) {
      const { orders, pubkey } = gate.reading()
      const txid = parseTokenId(text)
      const order = txid && orders.find(txid)
      if (!order) return failed('that transaction neither places nor updates a confirmed order')
      const { units, coins, height, owner } = order
      const placed = {
        kind: 'placed',
        txid: order.txid,
        height,
        time: getBlockTime(height),
        units,
        coins,
        party: owner,
      } as const
      const events = [placed, ...orders.history(order)].map(({ kind, party, ...event }) => ({
        ...{ ...event, type: kind, txid: toDisplayHex(event.txid), price: priceText(event.coins, event.units) },
        ...(party && { party: toHex(party) }),
      }))
      return { order: encodeOrder(order, pubkey), events, ...at() }
    },
    tokentrades({ tokenid, options }) {
      const { orders, pubkey, tokens } = gate.reading()
      const { limit, cursor, mine, start } = tradeQuery(options)
      const token = tokenid === undefined ? undefined : parseTokenId(tokenid)
      if (tokenid !== undefined && !(token && tokens.token(token))) return failed('cant find tokenid')
      if (mine && !pubkey) return { rows: [], next: null, ...at() }
      if (cursor !== undefined && !/^\d{1,16}$/.test(cursor)) throw badCursor()
      const before = cursor === undefined ? undefined : Number(cursor)
      const found = orders.trades({ limit, before, token, start, party: mine ? pubkey : undefined })
      const last = found.length === limit ? found.at(-1) : undefined
      return { rows: found.map((trade) => encodeTrade(trade, pubkey)), next: last ? String(last.tx) : null, ...at() }
    },
  })
}

/**
 * Formats the price of an order. An ended order shows the price at which it was placed, because an order without
 * remaining units has no current price.
 */
function formatOrderPrice({ state, units, coins, unitsLeft, coinsLeft }: Order): string {
  return state === 'open' ? priceText(coinsLeft, unitsLeft) : priceText(coins, units)
}

function encodeTrade(trade: Trade, pubkey: Uint8Array | undefined) {
  const { txid, tokenId, name, height, time, side, order, units, coins, seller, buyer } = trade
  const [sold, bought] = [seller, buyer].map((key) => isKey(pubkey, key))
  return {
    ...{ txid: toDisplayHex(txid), tokenid: toDisplayHex(tokenId), name: displayText(name), height, time, side },
    ...{ order: toDisplayHex(order), units, coins, price: priceText(coins, units) },
    ...(seller && { seller: toHex(seller) }),
    ...(buyer && { buyer: toHex(buyer) }),
    mine: sold && bought ? ('both' as const) : sold ? ('sold' as const) : bought ? ('bought' as const) : null,
  }
}

/**
 * Formats the cursor after the last order of a page. It contains the first digits of the order's txid, so that
 * `readCursor` rejects the cursor if a reorganisation removed the order.
 */
function writeCursor({ id, rate, txid }: Order, total: number): string {
  return `${id}_${rate}_${total}_${toHex(txid).slice(0, CURSOR_TXID_DIGITS)}`
}

function readCursor(text: string, orders: OrderIndex) {
  const [, id, rate, total, mark] = CURSOR.exec(text) ?? []
  const after = { id: Number(id), rate: Number(rate), total: Number(total) }
  const txid = Number.isSafeInteger(after.id) ? orders.placedBy(after.id) : undefined
  if (txid === undefined || toHex(txid).slice(0, CURSOR_TXID_DIGITS) !== mark || !Number.isFinite(after.rate))
    throw badCursor()
  return after
}
