/** Read-only methods of the token market: orders, trades and prices from the order index and the mempool. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { MAX_ADDRESS_PAGE } from './addressViews.ts'
import { moduleError, TXID_EXAMPLE } from './shapes.ts'
import { MAX_PAGE } from './tokens.ts'

export const MAX_LEVELS = 200
export const MAX_CANDLES = 1000
/** Period in seconds for the volume and price change of a market. */
export const MARKET_SPAN = 86_400
const ORDER_EXAMPLE = '5ba8b198df076a55307f1711610c5771a2884a46c5067e80a16c9701cecfe796'

const BAD_CURSOR = {
  code: -8,
  message: 'Invalid cursor: request the first page again',
  when: 'the cursor was not returned by this list',
} as const
const READS = { category: 'tokens', consent: 'none' } as const
const BEYOND_REFERENCE = { flags: { beyondReference: true } } as const
const PAGE = `"limit" (rows, at most ${MAX_ADDRESS_PAGE}, default 100), "cursor" ("next" of the previous page)` as const

const tokenid = () => p.text('tokenid', 'id of the token: the id of its creating transaction')
const next = r.oneOf('cursor of the next page, null after the last', r.text(), r.nothing)
/** Block at which the result is valid. */
const at = { height: r.height('of the tip'), hash: r.blockHash('of the tip') }
const price = (doc = 'coins per unit') => r.text(`${doc}, with 8 decimals`)
const priceOrNone = (doc: string) =>
  r.oneOf(`${doc}; null if none`, r.text('coins per unit, with 8 decimals'), r.nothing)
const units = (doc: string) => r.int64(doc)
const party = (doc: string) => r.optional(r.hex(`public key of ${doc}, if the transaction contains it`))
const side = r.choice('ask: units are offered; bid: coins are offered', 'ask', 'bid')

const order = r.object({
  order: r.txid('id of the transaction that placed the order, its permanent id'),
  current: r.txid('id that fills and cancellations refer to now; for an ended order, the last such id'),
  tokenid: r.txid(),
  name: r.text('name of the token as written by its creator: any text'),
  nft: r.bool('true if the token is not fungible'),
  movable: r.bool(
    'false if no contract of the chain allows transfers of the token, so that the order can never be filled',
  ),
  side,
  state: r.choice(
    'state; spent: ended by neither a fill nor a cancellation; filled and cancelled orders may have been partly filled before',
    'open',
    'filled',
    'cancelled',
    'spent',
  ),
  units: units('units offered or wanted initially'),
  coins: r.coins('coins wanted or offered initially'),
  unitsleft: units('units left, 0 for an ended order'),
  coinsleft: r.coins('coins for the units left'),
  price: price(),
  owner: r.hex('public key'),
  mine: r.bool('true if the order belongs to this node’s public key'),
  height: r.height('height of the block that placed the order'),
  time: r.time('time of that block'),
  ended: r.optional(r.height('height of the block that filled, cancelled or spent the order')),
  pending: r.oneOf(
    'unconfirmed change of the order; null if none',
    r.object({
      txid: r.txid(),
      action: r.choice('', 'fill', 'cancel', 'other'),
      mine: r.bool('true if this node’s key made the change'),
    }),
    r.nothing,
  ),
})

const listorders = defineMethod({
  name: 'listorders',
  ...{ ...READS, ...BEYOND_REFERENCE },
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Lists orders of tokens in pages: open, filled and cancelled ones.',
  params: [
    p
      .object(
        'options',
        `object: ${PAGE}, "token" (its id), "side" ("all", "ask" or "bid"), "state" ("open", "filled", "cancelled", "spent" or "all", default "open"), "mine" (only those of this node’s public key), "minprice" and "maxprice" (coins per unit), "sort" ("newest" or "price"), "descending" (default true)`,
      )
      .optional()
      .nullable(),
  ],
  returns: 'one page of orders',
  result: r.object({
    rows: r.array(order),
    next,
    total: r.int('orders that match the options, on all pages'),
    ...at,
  }),
  errors: [BAD_CURSOR],
  examples: [{ params: [] }, { params: [{ token: TXID_EXAMPLE, side: 'ask', sort: 'price', descending: false }] }],
})

const orderhistory = defineMethod({
  name: 'orderhistory',
  ...{ ...READS, ...BEYOND_REFERENCE },
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Shows the history of one order: its placement, each fill, its end.',
  params: [p.text('order', 'transaction that placed the order, or a fill that left it open')],
  result: r.oneOf(
    'the order and its events, the oldest first',
    r.object({
      order,
      events: r.array(
        r.object({
          type: r.choice('event; spent: neither a fill nor a cancellation', 'placed', 'fill', 'cancelled', 'spent'),
          txid: r.txid(),
          height: r.height(),
          time: r.time('of its block'),
          units: units('units offered, wanted, filled or returned'),
          coins: r.coins('coins offered, wanted, paid or returned'),
          price: price(),
          party: party('the party that acted'),
        }),
      ),
      ...at,
    }),
    moduleError,
  ),
  examples: [{ params: [ORDER_EXAMPLE] }],
})

const trade = r.object({
  txid: r.txid(),
  tokenid: r.txid(),
  name: r.text('name of the token as written by its creator: any text'),
  height: r.height(),
  time: r.time('of its block'),
  side: r.choice('side of the filled order', 'ask', 'bid'),
  order: r.txid('transaction that placed the order'),
  units: units('units traded'),
  coins: r.coins('coins paid for the units'),
  price: price(),
  seller: party('the seller'),
  buyer: party('the buyer'),
  mine: r.oneOf(
    'role of this node’s key in the trade; null if it took no part',
    r.choice('', 'bought', 'sold', 'both'),
    r.nothing,
  ),
})

const tokentrades = defineMethod({
  name: 'tokentrades',
  ...{ ...READS, ...BEYOND_REFERENCE },
  changesWith: ['tip', 'identity'],
  summary: 'Lists the trades of a token, or of all tokens, the newest first, in pages.',
  params: [
    tokenid().optional().nullable(),
    p
      .object(
        'options',
        `object: ${PAGE}, "mine" (only trades by this node’s public key), "start" (height of the first block)`,
      )
      .optional()
      .nullable(),
  ],
  result: r.oneOf('one page of trades', r.object({ rows: r.array(trade), next, ...at }), moduleError),
  errors: [BAD_CURSOR],
  examples: [{ params: [TXID_EXAMPLE] }, { params: [TXID_EXAMPLE, { mine: true, limit: 10 }] }],
})

const level = r.object({
  price: price(),
  units: units('total units of its orders'),
  coins: r.coins('coins for these units'),
  orders: r.int(),
})
const lastTrade = r.oneOf(
  'last trade; null if there was none yet',
  r.object({
    price: price(),
    units: units('units traded'),
    coins: r.coins('coins paid for the units'),
    height: r.height(),
    time: r.time('of its block'),
  }),
  r.nothing,
)
const volume = r.object({
  units: units('units traded'),
  coins: r.coins('coins paid for the units'),
  trades: r.int(),
})

/** Fields that `listmarkets` and `tokenmarket` share. */
const market = {
  tokenid: r.txid(),
  name: r.text('name as written by its creator: any text'),
  nft: r.bool('true if the token is not fungible'),
  movable: r.bool(
    'false if no contract of the chain allows transfers of the token, so that its orders can never be filled',
  ),
  link: r.optional(
    r.text('link in the data of an NFT, as written by its creator: any text; at most 200 characters in lists'),
  ),
  supply: units('at creation'),
  bestask: priceOrNone('lowest price of an ask'),
  bestbid: priceOrNone('highest price of a bid'),
  asks: r.int('number of open asks'),
  bids: r.int('number of open bids'),
  last: lastTrade,
  before: priceOrNone('price of the newest trade that is more than 24 hours old'),
  volume,
}

const tokenmarket = defineMethod({
  name: 'tokenmarket',
  ...{ ...READS, ...BEYOND_REFERENCE },
  changesWith: ['tip'],
  summary: 'Shows the market of a token: prices, order book, last trade, 24-hour volume.',
  description:
    'The last 24 hours are measured by the median times of blocks. Orders with prices equal to eight decimals form one level of the book.',
  params: [
    tokenid(),
    p
      .int('levels', 'maximum number of levels on each side of the book', { min: 1, max: MAX_LEVELS })
      .default(20)
      .nullable(),
  ],
  result: r.oneOf(
    'the market at the tip',
    r.object({
      ...market,
      spread: priceOrNone('difference between the best ask and the best bid'),
      book: r.object({
        asks: r.array(level, 'the lowest price first'),
        bids: r.array(level, 'the highest price first'),
      }),
      ...at,
    }),
    moduleError,
  ),
  examples: [{ params: [TXID_EXAMPLE] }, { params: [TXID_EXAMPLE, 5] }],
})

const listmarkets = defineMethod({
  name: 'listmarkets',
  ...{ ...READS, ...BEYOND_REFERENCE },
  changesWith: ['tip'],
  summary: 'Lists the tokens that were ever offered or wanted, those with the newest orders first.',
  params: [
    p.int('limit', 'maximum number of rows to return', { min: 1, max: MAX_PAGE }).default(100).nullable(),
    p.int('offset', 'rows to skip', { min: 0 }).default(0).nullable(),
  ],
  returns: 'one page of markets',
  result: r.object({ total: r.int('total number of markets'), rows: r.array(r.object(market)), ...at }),
  examples: [{ params: [] }, { params: [20, 40] }],
})

const tokencandles = defineMethod({
  name: 'tokencandles',
  ...{ ...READS, ...BEYOND_REFERENCE },
  changesWith: ['tip'],
  summary: 'Shows the prices of a token over time, in intervals of equal length by block times.',
  params: [
    tokenid(),
    p.int('seconds', 'length of an interval', { min: 60, max: 31_536_000 }).default(3600).nullable(),
    p
      .int('count', 'maximum number of intervals to return, the newest', { min: 1, max: MAX_CANDLES })
      .default(200)
      .nullable(),
  ],
  result: r.oneOf(
    'intervals with trades, the oldest first',
    r.object({
      rows: r.array(
        r.object({
          time: r.time('start of the interval'),
          open: price('price of its first trade'),
          high: price('highest price'),
          low: price('lowest price'),
          close: price('price of its last trade'),
          ...{ units: units('units traded'), coins: r.coins('coins paid for the units'), trades: r.int() },
        }),
      ),
      ...at,
    }),
    moduleError,
  ),
  examples: [{ params: [TXID_EXAMPLE] }, { params: [TXID_EXAMPLE, 86_400, 30] }],
})

const pendingorders = defineMethod({
  name: 'pendingorders',
  ...{ ...READS, ...BEYOND_REFERENCE },
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Lists unconfirmed orders, fills and cancellations in the mempool.',
  params: [tokenid().optional().nullable()],
  returns: 'rows in order of admission to the mempool, at most 1,000',
  result: r.array(
    r.object({
      txid: r.txid(),
      tokenid: r.txid(),
      name: r.text('name of the token as written by its creator: any text'),
      action: r.choice('', 'ask', 'bid', 'fill-ask', 'fill-bid', 'cancel-ask', 'cancel-bid'),
      order: r.txid(
        'transaction of the order that is filled or cancelled, or the id of this transaction if it places an order',
      ),
      units: units('units offered, wanted, bought or sold; 0 for a cancelled bid'),
      coins: r.coins('coins offered, wanted, paid or received; 0 for a cancelled ask'),
      mine: r.bool('true if this node’s key placed, filled or cancelled the order'),
      touchesmine: r.bool('true if an order of this node’s key is filled or cancelled'),
      time: r.time('time of admission to the mempool'),
    }),
  ),
  examples: [{ params: [] }, { params: [TXID_EXAMPLE] }],
})

export const marketMethods = {
  listmarkets,
  listorders,
  orderhistory,
  pendingorders,
  tokencandles,
  tokenmarket,
  tokentrades,
} as const
