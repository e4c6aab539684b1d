import { type Database, plainBytes } from '../../storage/index.ts'
import { ORDER_EVENTS, type OrderEventKind, type OrderSide, SIDES } from './schema.ts'

/** An event in the history of an order. */
export interface OrderEvent {
  readonly kind: OrderEventKind
  readonly txid: Uint8Array
  readonly height: number
  /** block time in unix seconds */
  readonly time: number
  /** units filled, or returned to the owner */
  readonly units: bigint
  readonly coins: bigint
  /** key that did it, if the transaction names it */
  readonly party: Uint8Array | undefined
}

/** A trade: units that changed hands for coins. */
export interface Trade extends Omit<OrderEvent, 'kind' | 'party'> {
  /** tx number, increasing in chain order */
  readonly tx: number
  readonly tokenId: Uint8Array
  /** token name: any bytes */
  readonly name: Uint8Array
  /** side of the order that was filled */
  readonly side: OrderSide
  /** id of the transaction that placed the order */
  readonly order: Uint8Array
  readonly seller: Uint8Array | undefined
  readonly buyer: Uint8Array | undefined
}

export interface TradeSelection {
  readonly limit: number
  /** only trades before this tx number */
  readonly before?: number | undefined
  readonly token?: Uint8Array | undefined
  /** only trades in which this key bought or sold */
  readonly party?: Uint8Array | undefined
  /** minimum block height */
  readonly start?: number | undefined
}

export interface TradeQueries {
  /** Returns the events of an order after it was placed, oldest first. */
  history(order: { readonly id: number }): OrderEvent[]
  /** Returns the matching trades, newest first. */
  trades(selection: TradeSelection): Trade[]
  /**
   * Returns at most `limit` time spans of `seconds` s that have trades, newest first. A trade belongs to the span of its
   * block time.
   */
  candles(token: Uint8Array, seconds: number, limit: number): Candle[]
}

/** Prices within one time span. */
export interface Candle {
  /** start of the span in unix seconds */
  readonly time: number
  /** satoshis per unit */
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly units: bigint
  readonly coins: bigint
  readonly trades: number
}

type QuoteCells = [units: bigint, coins: bigint, time: bigint]

/** Maximum number of trades read for one reply. */
const MAX_QUOTES = 50_000

/**
 * Groups trades into candles. Block times may decrease slightly: such a trade can belong to a span that is not the
 * newest.
 */
function buildCandles(quotes: IterableIterator<QuoteCells>, seconds: number, limit: number): Candle[] {
  const spans = new Map<number, { -readonly [Key in keyof Candle]: Candle[Key] }>()
  let read = 0
  for (const [units, coins, at] of quotes) {
    const time = Math.floor(Number(at) / seconds) * seconds
    const rate = Number(coins) / Number(units)
    const span = spans.get(time)
    if (span === undefined) {
      if (spans.size === limit || ++read > MAX_QUOTES) break
      spans.set(time, { time, open: rate, high: rate, low: rate, close: rate, units, coins, trades: 1 })
      continue
    }
    if (++read > MAX_QUOTES) break
    span.open = rate
    span.high = Math.max(span.high, rate)
    span.low = Math.min(span.low, rate)
    span.units += units
    span.coins += coins
    span.trades++
  }
  return [...spans.values()].sort((a, b) => b.time - a.time)
}

interface EventCells {
  readonly tx: bigint
  readonly kind: bigint
  readonly units: bigint
  readonly coins: bigint
  readonly party: Buffer | null
  readonly txid: Buffer
  readonly height: bigint
  readonly time: bigint
}

interface TradeCells extends EventCells {
  readonly token: Buffer
  readonly name: Buffer
  readonly side: bigint
  readonly order_txid: Buffer
  readonly owner: Buffer
}

const EVENT = 'e.tx, e.kind, e.units, e.coins, e.party, e.txid, e.height, e.time'

const BY_PARTY = `SELECT tx, origin FROM order_events WHERE kind = 0 AND party = ?
  UNION SELECT f.tx, f.origin FROM orders JOIN order_events f ON f.origin = orders.id WHERE orders.owner = ? AND f.kind = 0`

export function createTradeQueries(db: Database): TradeQueries {
  const history = db.prepare<[number], EventCells>(
    `SELECT ${EVENT} FROM order_events e WHERE e.origin = ? ORDER BY e.tx`,
  )
  history.safeIntegers(true)
  const kept = new Map<string, ReturnType<typeof prepare>>()
  const prepare = (sql: string) => db.prepare<(Uint8Array | number)[], TradeCells>(sql).safeIntegers(true)

  const quotes = db
    .prepare<[Uint8Array], QuoteCells>(
      `SELECT e.units, e.coins, e.time FROM order_events e
       WHERE e.kind = 0 AND e.token = (SELECT id FROM tokens WHERE txid = ? ORDER BY id DESC LIMIT 1) ORDER BY e.tx DESC`,
    )
    .raw(true)
    .safeIntegers(true)

  return {
    candles: (token, seconds, limit) => buildCandles(quotes.iterate(token), seconds, limit),
    history: ({ id }) => history.all(id).map(eventFrom),
    trades({ limit, before, token, party, start }) {
      const terms = ['e.kind = 0']
      const cells: (Uint8Array | number)[] = []
      const add = (term: string, ...values: (Uint8Array | number)[]) => {
        terms.push(term)
        cells.push(...values)
      }
      if (token !== undefined) add('e.token = (SELECT id FROM tokens WHERE txid = ? ORDER BY id DESC LIMIT 1)', token)
      if (before !== undefined) add('e.tx < ?', before)
      if (party !== undefined) add(`(e.tx, e.origin) IN (${BY_PARTY})`, party, party)
      if (start !== undefined) add('e.height >= ?', start)
      const sql = `SELECT ${EVENT}, t.txid AS token, t.name, o.side, p.txid AS order_txid, o.owner
        FROM order_events e JOIN orders o ON o.id = e.origin JOIN order_outputs p ON p.id = o.id
        JOIN tokens t ON t.id = e.token WHERE ${terms.join(' AND ')} ORDER BY e.tx DESC LIMIT ?`
      const statement = kept.get(sql) ?? prepare(sql)
      kept.set(sql, statement)
      return statement.all(...cells, limit).map(tradeFrom)
    },
  }
}

function eventFrom({ kind, txid, height, time, units, coins, party }: EventCells): OrderEvent {
  return {
    kind: ORDER_EVENTS[Number(kind)]!,
    txid: plainBytes(txid),
    height: Number(height),
    time: Number(time),
    units,
    coins,
    party: party === null ? undefined : plainBytes(party),
  }
}

function tradeFrom(row: TradeCells): Trade {
  const { party, ...event } = eventFrom(row)
  const owner = plainBytes(row.owner)
  const side = SIDES[Number(row.side)]!
  const [seller, buyer] = side === 'ask' ? [owner, party] : [party, owner]
  const { kind: _fill, ...facts } = event
  const order = plainBytes(row.order_txid)
  const names = { tokenId: plainBytes(row.token), name: plainBytes(row.name) }
  return { ...facts, ...names, tx: Number(row.tx), side, order, seller, buyer }
}
