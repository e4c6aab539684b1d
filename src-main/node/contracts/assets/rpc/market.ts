import { priceText, rateText } from '#shared/price.ts'
import { nftLink } from '#shared/protocol/nftData.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { MARKET_SPAN } from '#shared/rpc/methods/market.ts'
import type { ChainView } from '../../../core/index.ts'
import { toDisplayHex, toHex, yieldToEventLoop } from '../../../util/index.ts'
import { failed } from '../../framework/rpc/contractGate.ts'
import type { TokenRecord } from '../../framework/tokenView.ts'
import { displayText } from '../../tokens/index.ts'
import { parseTokenId } from '../../tokens/rpc/tokenGate.ts'
import type { MarketRow, OrderIndex, PriceLevel, Quote } from '../index.ts'
import { createMovability, createOrderGate, type OrderGateDeps } from './orderGate.ts'

interface MarketDeps extends OrderGateDeps {
  readonly chain: ChainView
}

const NO_TOKEN = 'cant find tokenid'
/** Markets encoded per event-loop slice. */
const MARKETS_PER_BATCH = 50
/** Maximum length of a link in a list, in characters. */
const LISTED_LINK = 200

/** Finds the lowest height within the last `seconds`. Uses the median times of blocks, which never decrease. */
function firstHeightWithin(chain: ChainView, seconds: number): number {
  const tip = chain.tip()
  const since = chain.medianTimePast(tip) - seconds
  let [low, high] = [0, tip.height + 1]
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = chain.byHeight(middle)
    if (entry && chain.medianTimePast(entry) < since) low = middle + 1
    else high = middle
  }
  return low
}

const findLink = (token: TokenRecord | undefined) => nftLink(token?.nftData && toHex(token.nftData))

const encodeLevel = ({ rate, units, coins, orders }: PriceLevel) => ({ price: rateText(rate), units, coins, orders })
const encodeQuote = (quote: Quote | undefined) =>
  quote === undefined ? null : { price: priceText(quote.coins, quote.units), ...quote }
const formatPrice = (level: PriceLevel | undefined) => (level === undefined ? null : rateText(level.rate))

/** Handlers of the methods that return prices, volumes and order books of tokens. */
export function createMarketHandlers(deps: MarketDeps) {
  const { chain } = deps
  const gate = createOrderGate(deps)
  const isMovable = createMovability(deps)
  const at = () => ({ height: chain.tip().height, hash: chain.tip().hashHex })

  const buildMarket = (
    orders: OrderIndex,
    { tokenId, name, nftCode, supply }: MarketRow,
    link: string | undefined,
    levels: number,
    from = firstHeightWithin(chain, MARKET_SPAN),
  ) => {
    const book = { asks: orders.book(tokenId, 'ask', levels), bids: orders.book(tokenId, 'bid', levels) }
    const before = orders.last(tokenId, from)
    const shared = {
      ...{ tokenid: toDisplayHex(tokenId), name: displayText(name), supply },
      ...{ nft: nftCode !== undefined, movable: isMovable(nftCode), ...(link !== undefined && { link }) },
      ...{ bestask: formatPrice(book.asks[0]), bestbid: formatPrice(book.bids[0]) },
      ...orders.openOrders(tokenId),
      last: encodeQuote(orders.last(tokenId)),
      before: before === undefined ? null : priceText(before.coins, before.units),
      volume: orders.volume(tokenId, from),
    }
    return { shared, book }
  }
  const toMarketRow = ({ tokenId, name, nftData, supply }: TokenRecord) => ({
    tokenId,
    name,
    nftCode: nftData?.[0],
    supply,
  })

  return defineHandlers({
    tokenmarket({ tokenid, levels }) {
      const { orders, tokens } = gate.reading()
      const tokenId = parseTokenId(tokenid)
      const record = tokenId && tokens.token(tokenId)
      if (!record) return failed(NO_TOKEN)
      const { shared, book } = buildMarket(orders, toMarketRow(record), findLink(record), levels)
      const [ask, bid] = [book.asks[0], book.bids[0]]
      return {
        ...shared,
        spread: ask && bid ? rateText(ask.rate - bid.rate) : null,
        book: { asks: book.asks.map(encodeLevel), bids: book.bids.map(encodeLevel) },
        ...at(),
      }
    },
    async listmarkets({ limit, offset }, { signal }) {
      const { orders, tokens } = gate.reading()
      const { total, items } = orders.markets({ limit, offset })
      const [from, tip] = [firstHeightWithin(chain, MARKET_SPAN), at()]
      const rows: MethodResult<'listmarkets'>['rows'][number][] = []
      for (const row of items) {
        const link = row.nftCode === undefined ? undefined : findLink(tokens.token(row.tokenId))?.slice(0, LISTED_LINK)
        if (rows.push(buildMarket(orders, row, link, 1, from).shared) % MARKETS_PER_BATCH > 0) continue
        await yieldToEventLoop()
        signal.throwIfAborted()
      }
      return { total, rows, ...tip }
    },
    tokencandles({ tokenid, seconds, count }) {
      const { orders, tokens } = gate.reading()
      const tokenId = parseTokenId(tokenid)
      if (!tokenId || !tokens.token(tokenId)) return failed(NO_TOKEN)
      const rows = orders.candles(tokenId, seconds, count).map(({ time, open, high, low, close, ...sums }) => ({
        ...{ time, open: rateText(open), high: rateText(high), low: rateText(low), close: rateText(close) },
        ...sums,
      }))
      return { rows: rows.reverse(), ...at() }
    },
  })
}
