/** Methods of the token market for screens: orders, trades and prices from the order index. */
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
  message: 'Invalid cursor: ask for the first page again',
  when: 'the cursor is not one that this list gave out',
} as const
const READS = { category: 'tokens', consent: 'none' } as const
const OURS = { flags: { beyondReference: true } } as const
const PAGE = `"limit" (rows, at most ${MAX_ADDRESS_PAGE}, usually 100), "cursor" ("next" of the page before)` as const

const tokenid = () => p.text('tokenid', 'id of the token: the transaction that created it')
const next = r.oneOf('cursor of the next page, null after the last', r.text(), r.nothing)
/** Block at which the result is valid. */
const at = { height: r.height('of the tip'), hash: r.blockHash('of the tip') }
const price = (doc = 'coins for a unit') => r.text(`${doc}, with 8 decimals`)
const priceOrNone = (doc: string) =>
  r.oneOf(`${doc}; null: none`, r.text('coins for a unit, with 8 decimals'), r.nothing)
const units = (doc: string) => r.int64(doc)
const party = (doc: string) => r.optional(r.hex(`public key of ${doc}, where the transaction says it`))
const side = r.choice('ask: units are offered; bid: coins are', 'ask', 'bid')

const order = r.object({
  order: r.txid('transaction that placed it: its name for life'),
  current: r.txid('what fills and cancels name now; of an order that has ended, what they named last'),
  tokenid: r.txid(),
  name: r.text('of the token, as its creator wrote it: any text'),
  nft: r.bool('the token is not fungible'),
  movable: r.bool('false: no contract of the chain lets the token change hands, so the order can never be filled'),
  side,
  state: r.choice(
    'spent: taken in a way that is neither a fill nor a cancel; filled and cancelled orders may have been filled in part before',
    'open',
    'filled',
    'cancelled',
    'spent',
  ),
  units: units('that were offered or wanted at first'),
  coins: r.coins('that were wanted or offered for them'),
  unitsleft: units('what is left, 0 once it has ended'),
  coinsleft: r.coins('for what is left'),
  price: price(),
  owner: r.hex('public key'),
  mine: r.bool('it is of this node’s public key'),
  height: r.height('of the block that placed it'),
  time: r.time('of that block'),
  ended: r.optional(r.height('of the block that filled, cancelled or spent it')),
  pending: r.oneOf(
    'what waits in the mempool for it; null: nothing',
    r.object({
      txid: r.txid(),
      action: r.choice('', 'fill', 'cancel', 'other'),
      mine: r.bool('this node’s key did it'),
    }),
    r.nothing,
  ),
})

const listorders = defineMethod({
  name: 'listorders',
  ...{ ...READS, ...OURS },
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Lists orders of tokens in pages: open ones, and those that were filled or cancelled.',
  params: [
    p
      .object(
        'options',
        `object: ${PAGE}, "token" (its id), "side" ("all", "ask" or "bid"), "state" ("open", "filled", "cancelled", "spent" or "all", usually "open"), "mine" (only those of this node’s public key), "minprice" and "maxprice" (coins for a unit), "sort" ("newest" or "price"), "descending" (usually true)`,
      )
      .optional()
      .nullable(),
  ],
  returns: 'one page of orders',
  result: r.object({
    rows: r.array(order),
    next,
    total: r.int('orders that the options ask for, on all pages'),
    ...at,
  }),
  errors: [BAD_CURSOR],
  examples: [{ params: [] }, { params: [{ token: TXID_EXAMPLE, side: 'ask', sort: 'price', descending: false }] }],
})

const orderhistory = defineMethod({
  name: 'orderhistory',
  ...{ ...READS, ...OURS },
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Shows the life of one order: placed, each fill, its end.',
  params: [p.text('order', 'transaction that placed the order, or that left it after a fill')],
  result: r.oneOf(
    'the order and what happened to it, the oldest first',
    r.object({
      order,
      events: r.array(
        r.object({
          type: r.choice('spent: neither a fill nor a cancel', 'placed', 'fill', 'cancelled', 'spent'),
          txid: r.txid(),
          height: r.height(),
          time: r.time('of its block'),
          units: units('offered or wanted, filled, or given back'),
          coins: r.coins('the same in coins'),
          price: price(),
          party: party('who did it'),
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
  name: r.text('of the token, as its creator wrote it: any text'),
  height: r.height(),
  time: r.time('of its block'),
  side: r.choice('of the order that was filled', 'ask', 'bid'),
  order: r.txid('transaction that placed the order'),
  units: units('that changed hands'),
  coins: r.coins('that were paid for them'),
  price: price(),
  seller: party('who sold'),
  buyer: party('who bought'),
  mine: r.oneOf('what this node’s key did in it; null: nothing', r.choice('', 'bought', 'sold', 'both'), r.nothing),
})

const tokentrades = defineMethod({
  name: 'tokentrades',
  ...{ ...READS, ...OURS },
  changesWith: ['tip', 'identity'],
  summary: 'Lists the trades of a token, or of all tokens, the newest first, in pages.',
  params: [
    tokenid().optional().nullable(),
    p
      .object(
        'options',
        `object: ${PAGE}, "mine" (only those in which this node’s public key bought or sold), "start" (height of the first block)`,
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
  units: units('of its orders together'),
  coins: r.coins('for them'),
  orders: r.int(),
})
const quote = r.oneOf(
  'null: none yet',
  r.object({
    price: price(),
    units: units('that changed hands'),
    coins: r.coins('paid for them'),
    height: r.height(),
    time: r.time('of its block'),
  }),
  r.nothing,
)
const volume = r.object({
  units: units('that changed hands'),
  coins: r.coins('that were paid for them'),
  trades: r.int(),
})

/** Members shared by a list of tokens and a token's own page. */
const market = {
  tokenid: r.txid(),
  name: r.text('as its creator wrote it: any text'),
  nft: r.bool('not fungible'),
  movable: r.bool('false: no contract of the chain lets it change hands, so no order of it can be filled'),
  link: r.optional(r.text('in the data of an NFT, as its creator wrote it: any text; in lists 200 characters at most')),
  supply: units('at creation'),
  bestask: priceOrNone('the lowest price of an ask'),
  bestbid: priceOrNone('the highest price of a bid'),
  asks: r.int('open ones'),
  bids: r.int('open ones'),
  last: quote,
  before: priceOrNone('price of the last trade before the last 24 hours'),
  volume,
}

const tokenmarket = defineMethod({
  name: 'tokenmarket',
  ...{ ...READS, ...OURS },
  changesWith: ['tip'],
  summary: 'Shows the market of a token: prices, order book, last trade, volume of 24 hours.',
  description:
    'The last 24 hours are those of the blocks’ median times. Orders whose prices are equal to eight decimals are one level of the book.',
  params: [
    tokenid(),
    p.int('levels', 'most levels of the book on each side', { min: 1, max: MAX_LEVELS }).default(20).nullable(),
  ],
  result: r.oneOf(
    'the market at the tip',
    r.object({
      ...market,
      spread: priceOrNone('between the best ask and the best bid'),
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
  ...{ ...READS, ...OURS },
  changesWith: ['tip'],
  summary: 'Lists the tokens that were ever offered or wanted, those with the newest orders first.',
  params: [
    p.int('limit', 'most rows to return', { min: 1, max: MAX_PAGE }).default(100).nullable(),
    p.int('offset', 'rows to skip', { min: 0 }).default(0).nullable(),
  ],
  returns: 'one page of markets',
  result: r.object({ total: r.int('markets in all'), rows: r.array(r.object(market)), ...at }),
  examples: [{ params: [] }, { params: [20, 40] }],
})

const tokencandles = defineMethod({
  name: 'tokencandles',
  ...{ ...READS, ...OURS },
  changesWith: ['tip'],
  summary: 'Shows the prices of a token over time, in spans of equal length by the times of the blocks.',
  params: [
    tokenid(),
    p.int('seconds', 'length of a span', { min: 60, max: 31_536_000 }).default(3600).nullable(),
    p.int('count', 'most spans to return, the newest', { min: 1, max: MAX_CANDLES }).default(200).nullable(),
  ],
  result: r.oneOf(
    'spans with trades, the oldest first',
    r.object({
      rows: r.array(
        r.object({
          time: r.time('of its beginning'),
          open: price('of its first trade'),
          high: price('the highest'),
          low: price('the lowest'),
          close: price('of its last trade'),
          ...{ units: units('that changed hands'), coins: r.coins('that were paid for them'), trades: r.int() },
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
  ...{ ...READS, ...OURS },
  changesWith: ['tip', 'mempool', 'identity'],
  summary: 'Lists what waits for a block: orders that are placed, filled and cancelled in the mempool.',
  params: [tokenid().optional().nullable()],
  returns: 'in order of admission, at most 1,000',
  result: r.array(
    r.object({
      txid: r.txid(),
      tokenid: r.txid(),
      name: r.text('of the token, as its creator wrote it: any text'),
      action: r.choice('', 'ask', 'bid', 'fill-ask', 'fill-bid', 'cancel-ask', 'cancel-bid'),
      order: r.txid('transaction of the order that it fills or cancels, or its own where it places one'),
      units: units('offered, wanted, bought or sold; 0 for a cancelled bid'),
      coins: r.coins('the same in coins; 0 for a cancelled ask'),
      mine: r.bool('this node’s key placed, filled or cancelled it'),
      touchesmine: r.bool('it fills or cancels an order of this node’s key'),
      time: r.time('of its admission'),
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
