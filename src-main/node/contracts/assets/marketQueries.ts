import { createHeightSearch, type Database, plainBytes } from '../../storage/index.ts'
import { type OrderSide, SIDES } from './schema.ts'

/** Sum of the open orders at one price. */
export interface PriceLevel {
  /** satoshis per unit, taken from the level's first order */
  readonly rate: number
  readonly units: bigint
  readonly coins: bigint
  readonly orders: number
}

/** Last trade of a time span. */
export interface Quote {
  readonly units: bigint
  readonly coins: bigint
  readonly height: number
  readonly time: number
}

/** Trade volume of a time span. */
export interface Volume {
  readonly units: bigint
  readonly coins: bigint
  readonly trades: number
}

/** A token with an order or a trade. */
export interface MarketRow {
  readonly tokenId: Uint8Array
  readonly name: Uint8Array
  /** first byte of the token data; undefined for a fungible token */
  readonly nftCode: number | undefined
  readonly supply: bigint
}

type LevelCells = [rate: number, value: bigint, price: bigint]
type TradeSums = [
  tx: number,
  units: bigint,
  coins: bigint,
  sumUnits: bigint,
  sumCoins: bigint,
  height: number,
  time: number,
]

const SATOSHIS = 1e8
/** Formats a price in coins with eight decimals. */
const formatLevel = (rate: number): string => (rate / SATOSHIS).toFixed(8)
/** Maximum number of orders read for one side of the book. */
const MAX_ORDERS = 20_000

const prepareBook = (db: Database, side: OrderSide) =>
  db
    .prepare<[number, number], LevelCells>(
      `SELECT o.rate, c.value, c.price FROM orders o JOIN order_outputs c ON c.id = o.output
       WHERE o.token = ? AND o.side = ${SIDES.indexOf(side)} AND o.state = 0 ORDER BY o.rate ${side === 'ask' ? 'ASC' : 'DESC'} LIMIT ?`,
    )
    .raw(true)
    .safeIntegers(true)

const prepareOpenCount = (db: Database, side: OrderSide) =>
  db
    .prepare<[number], number>(
      `SELECT count(*) FROM orders WHERE token = ? AND side = ${SIDES.indexOf(side)} AND state = 0`,
    )
    .pluck()

const prepareStatements = (db: Database) => ({
  tokenId: db.prepare<[Uint8Array], number>('SELECT id FROM tokens WHERE txid = ? ORDER BY id DESC LIMIT 1').pluck(),
  book: { ask: prepareBook(db, 'ask'), bid: prepareBook(db, 'bid') },
  open: { ask: prepareOpenCount(db, 'ask'), bid: prepareOpenCount(db, 'bid') },
  newest: db
    .prepare<[number, number], TradeSums>(
      `SELECT tx, units, coins, sum_units, sum_coins, height, time FROM order_events
       WHERE token = ? AND kind = 0 AND tx < ? ORDER BY tx DESC LIMIT 1`,
    )
    .raw(true)
    .safeIntegers(true),
  count: db
    .prepare<[number, number], number>('SELECT count(*) FROM order_events WHERE token = ? AND kind = 0 AND tx >= ?')
    .pluck(),
  markets: db
    .prepare<[number, number], { txid: Buffer; name: Buffer; nft: Buffer | null; supply: bigint }>(
      `SELECT t.txid, t.name, substr(t.nft, 1, 1) AS nft, t.supply FROM tokens t JOIN
       (SELECT token, max(id) AS latest FROM orders GROUP BY token) m ON m.token = t.id
       ORDER BY m.latest DESC LIMIT ? OFFSET ?`,
    )
    .safeIntegers(true),
  countMarkets: db.prepare<[], number>('SELECT count(DISTINCT token) FROM orders').pluck(),
})

/** Market data per token: order book, last trade and volume. */
export class MarketQueries {
  readonly #statements: ReturnType<typeof prepareStatements>
  readonly #txAt: (height: number) => number

  constructor(db: Database) {
    this.#statements = prepareStatements(db)
    this.#txAt = createHeightSearch(db)
  }

  /**
   * Returns at most `limit` levels of open orders, best first: asks ascending, bids descending. Orders whose prices are
   * equal to eight decimals form one level.
   */
  book(token: Uint8Array, side: OrderSide, limit: number): PriceLevel[] {
    return computeLevels(this.#statements.book[side].iterate(this.#id(token), MAX_ORDERS), side, limit)
  }

  /** Counts the open orders of both sides. */
  openOrders(token: Uint8Array): { readonly asks: number; readonly bids: number } {
    const { ask, bid } = this.#statements.open
    return { asks: ask.get(this.#id(token)) ?? 0, bids: bid.get(this.#id(token)) ?? 0 }
  }

  /** Returns the newest trade, or the newest below height `below` if given. */
  last(token: Uint8Array, below?: number): Quote | undefined {
    const end = below === undefined ? Number.MAX_SAFE_INTEGER : this.#txAt(below)
    const row = this.#statements.newest.get(this.#id(token), end)
    if (row === undefined) return undefined
    const [, units, coins, , , height, time] = row
    return { units, coins, height: Number(height), time: Number(time) }
  }

  /** Sums the trades from a height on. Sums are exact below 2^63. */
  volume(token: Uint8Array, from: number): Volume {
    const { newest, count } = this.#statements
    const [id, tx] = [this.#id(token), this.#txAt(from)]
    const [, , , units = 0n, coins = 0n] = newest.get(id, Number.MAX_SAFE_INTEGER) ?? []
    const [, , , unitsBefore = 0n, coinsBefore = 0n] = newest.get(id, tx) ?? []
    const difference = (after: bigint, before: bigint) => BigInt.asIntN(64, after - before)
    return {
      units: difference(units, unitsBefore),
      coins: difference(coins, coinsBefore),
      trades: count.get(id, tx) ?? 0,
    }
  }

  /** Returns the tokens that ever had an order, those with the newest events first. */
  markets({ limit, offset }: { readonly limit: number; readonly offset: number }): {
    readonly total: number
    readonly items: MarketRow[]
  } {
    return {
      total: this.#statements.countMarkets.get() ?? 0,
      items: this.#statements.markets.all(limit, offset).map(({ txid, name, nft, supply }) => ({
        ...{ tokenId: plainBytes(txid), name: plainBytes(name), nftCode: nft?.[0], supply },
      })),
    }
  }

  #id(token: Uint8Array): number {
    return this.#statements.tokenId.get(token) ?? -1
  }
}

/** Groups orders into price levels. Orders must come sorted by price. */
function computeLevels(orders: IterableIterator<LevelCells>, side: OrderSide, limit: number): PriceLevel[] {
  const levels: { rate: number; units: bigint; coins: bigint; orders: number }[] = []
  let shown: string | undefined
  for (const [rate, value, price] of orders) {
    const [units, coins] = side === 'ask' ? [value, price] : [price, value]
    const level = levels.at(-1)
    if (level !== undefined && formatLevel(rate) === shown) {
      level.units += units
      level.coins += coins
      level.orders++
      continue
    }
    if (levels.length === limit) break
    shown = formatLevel(rate)
    levels.push({ rate, units, coins, orders: 1 })
  }
  return levels
}
