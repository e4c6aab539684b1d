import { createHeightSearch, type Database, plainBytes } from '../../storage/index.ts'
import { type OrderSide, SIDES } from './schema.ts'

/** Open orders of one price. */
export interface PriceLevel {
  /** satoshis for a unit, of its first order */
  readonly rate: number
  readonly units: bigint
  readonly coins: bigint
  readonly orders: number
}

/** The last trade of some span. */
export interface Quote {
  readonly units: bigint
  readonly coins: bigint
  readonly height: number
  readonly time: number
}

/** What was traded in some span. */
export interface Volume {
  readonly units: bigint
  readonly coins: bigint
  readonly trades: number
}

/** A token with an order or a trade. */
export interface MarketRow {
  readonly tokenId: Uint8Array
  readonly name: Uint8Array
  /** first byte of the data of one that is not fungible */
  readonly nftCode: number | undefined
  readonly supply: bigint
}

export interface MarketQueries {
  /**
   * Open orders by price, the best first: asks upwards, bids downwards. Orders whose prices are equal to eight decimals are
   * one level.
   */
  book(token: Uint8Array, side: OrderSide, most: number): PriceLevel[]
  /** open orders of both sides */
  openOrders(token: Uint8Array): { readonly asks: number; readonly bids: number }
  /** the newest trade, of those below a height if one is given */
  last(token: Uint8Array, below?: number): Quote | undefined
  /** trades from a height on; sums are exact below 2^63 */
  volume(token: Uint8Array, from: number): Volume
  /** tokens that were ever offered or wanted, those with the newest events first */
  markets(page: { readonly limit: number; readonly offset: number }): {
    readonly total: number
    readonly items: MarketRow[]
  }
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
/** Prices are shown with eight decimals of a coin. */
const levelOf = (rate: number): string => (rate / SATOSHIS).toFixed(8)
/** Orders that are read for one side of the book at most. */
const MOST_ORDERS = 20_000

export function createMarketQueries(db: Database): MarketQueries {
  const tokenId = db
    .prepare<[Uint8Array], number>('SELECT id FROM tokens WHERE txid = ? ORDER BY id DESC LIMIT 1')
    .pluck()
  const idOf = (token: Uint8Array) => tokenId.get(token) ?? -1
  const books = SIDES.map((side, number) =>
    db
      .prepare<[number, number], LevelCells>(
        `SELECT o.rate, c.value, c.price FROM orders o JOIN order_outputs c ON c.id = o.output
         WHERE o.token = ? AND o.side = ${number} AND o.state = 0 ORDER BY o.rate ${side === 'ask' ? 'ASC' : 'DESC'} LIMIT ?`,
      )
      .raw(true)
      .safeIntegers(true),
  )
  const open = SIDES.map((_side, number) =>
    db
      .prepare<[number], number>(`SELECT count(*) FROM orders WHERE token = ? AND side = ${number} AND state = 0`)
      .pluck(),
  )
  const newest = db
    .prepare<[number, number], TradeSums>(
      `SELECT tx, units, coins, sum_units, sum_coins, height, time FROM order_events
       WHERE token = ? AND kind = 0 AND tx < ? ORDER BY tx DESC LIMIT 1`,
    )
    .raw(true)
    .safeIntegers(true)
  const count = db
    .prepare<[number, number], number>('SELECT count(*) FROM order_events WHERE token = ? AND kind = 0 AND tx >= ?')
    .pluck()
  const rows = db.prepare<[number, number], { txid: Buffer; name: Buffer; nft: Buffer | null; supply: bigint }>(
    `SELECT t.txid, t.name, substr(t.nft, 1, 1) AS nft, t.supply FROM tokens t JOIN
     (SELECT token, max(id) AS latest FROM orders GROUP BY token) m ON m.token = t.id
     ORDER BY m.latest DESC LIMIT ? OFFSET ?`,
  )
  rows.safeIntegers(true)
  const countMarkets = db.prepare<[], number>('SELECT count(DISTINCT token) FROM orders').pluck()
  const txAt = createHeightSearch(db)

  return {
    book(token, side, most) {
      const number = SIDES.indexOf(side)
      return levelsOf(books[number]!.iterate(idOf(token), MOST_ORDERS), side, most)
    },
    openOrders(token) {
      const [asks = 0, bids = 0] = open.map((statement) => statement.get(idOf(token)) ?? 0)
      return { asks, bids }
    },
    last(token, below) {
      const row = newest.get(idOf(token), below === undefined ? Number.MAX_SAFE_INTEGER : txAt(below))
      if (row === undefined) return undefined
      const [, units, coins, , , height, time] = row
      return { units, coins, height: Number(height), time: Number(time) }
    },
    volume(token, from) {
      const [id, tx] = [idOf(token), txAt(from)]
      const [, , , units = 0n, coins = 0n] = newest.get(id, Number.MAX_SAFE_INTEGER) ?? []
      const [, , , unitsBefore = 0n, coinsBefore = 0n] = newest.get(id, tx) ?? []
      const difference = (after: bigint, before: bigint) => BigInt.asIntN(64, after - before)
      return {
        units: difference(units, unitsBefore),
        coins: difference(coins, coinsBefore),
        trades: count.get(id, tx) ?? 0,
      }
    },
    markets: ({ limit, offset }) => ({
      total: countMarkets.get() ?? 0,
      items: rows.all(limit, offset).map(({ txid, name, nft, supply }) => ({
        ...{ tokenId: plainBytes(txid), name: plainBytes(name), nftCode: nft?.[0], supply },
      })),
    }),
  }
}

/** Orders of one price are neighbours, because they come by price. */
function levelsOf(orders: IterableIterator<LevelCells>, side: OrderSide, most: number): PriceLevel[] {
  const levels: { rate: number; units: bigint; coins: bigint; orders: number }[] = []
  let shown: string | undefined
  for (const [rate, value, price] of orders) {
    const [units, coins] = side === 'ask' ? [value, price] : [price, value]
    const level = levels.at(-1)
    if (level !== undefined && levelOf(rate) === shown) {
      level.units += units
      level.coins += coins
      level.orders++
      continue
    }
    if (levels.length === most) break
    shown = levelOf(rate)
    levels.push({ rate, units, coins, orders: 1 })
  }
  return levels
}
