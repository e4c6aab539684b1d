import type { Database } from '../../storage/index.ts'
import type { OrderFunc } from '../tokens/orderData.ts'
import { ORDER_EVENTS, ORDER_STATES, type OrderEventKind, type OrderSide, type OrderState, SIDES } from './schema.ts'

/** A row of `order_outputs`. See schema.ts. */
export interface OrderOutput {
  /** tx number + output index */
  readonly id: number
  readonly tx: number
  readonly txid: Uint8Array
  readonly height: number
  readonly place: number
  /** token named by the transaction, internal byte order */
  readonly token: Uint8Array
  readonly func: OrderFunc
  /** locked amount: coins of a bid, units of an ask */
  readonly value: bigint
  /** amount wanted for all of `value` */
  readonly price: bigint
  readonly owner: Uint8Array
  readonly address: string | null
  readonly tokenAddress: string | null
  readonly other: Uint8Array | null
  /** output that placed the order; null if it is not a fillable order */
  readonly origin: number | null
  /** satoshis per unit */
  readonly rate: number
}

/** The immutable facts of an order. */
export interface PlacedRow {
  readonly id: number
  /** tx number of the token's creation */
  readonly token: number
  readonly nft: boolean
  readonly side: OrderSide
  readonly owner: Uint8Array
  readonly units: bigint
  readonly coins: bigint
  readonly rate: number
}

/** A spent output of an order. */
export interface SpentOrder {
  readonly id: number
  readonly origin: number
  readonly token: number
  readonly side: OrderSide
  readonly owner: Uint8Array
  readonly value: bigint
  readonly price: bigint
}

export interface EventRow {
  readonly token: number
  readonly tx: number
  readonly origin: number
  readonly kind: OrderEventKind
  readonly units: bigint
  readonly coins: bigint
  readonly party: Uint8Array | undefined
  readonly txid: Uint8Array
  readonly height: number
  readonly time: number
}

interface FreedCells {
  readonly origin: number | null
  readonly rate: number
}

interface SpentCells {
  readonly origin: bigint | null
  readonly owner: Buffer
  readonly value: bigint
  readonly price: bigint
}

const NO_SUMS = { units: 0n, coins: 0n }

const prepareOutputs = (db: Database) => ({
  add: db.prepare('INSERT INTO order_outputs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)'),
  mark: db
    .prepare<[number, number], SpentCells>(
      'UPDATE order_outputs SET spent_by = ? WHERE id = ? RETURNING origin, owner, value, price',
    )
    .safeIntegers(true),
  order: db.prepare<[bigint], { token: number; side: number }>('SELECT token, side FROM orders WHERE id = ?'),
  free: db.prepare<[number], FreedCells>(
    'UPDATE order_outputs SET spent_by = NULL WHERE id = ? RETURNING origin, rate',
  ),
  dropAll: db
    .prepare<[number, number], number>('DELETE FROM order_outputs WHERE id >= ? AND tx = ? RETURNING id')
    .pluck(),
})

const prepareOrders = (db: Database) => ({
  add: db.prepare('INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, NULL)'),
  end: db.prepare('UPDATE orders SET state = ?, ended = ? WHERE id = ?'),
  setOpen: db.prepare('UPDATE orders SET output = ?, rate = ?, state = 0, ended = NULL WHERE id = ?'),
  drop: db.prepare('DELETE FROM orders WHERE id = ?'),
})

const prepareEvents = (db: Database) => ({
  add: db.prepare('INSERT INTO order_events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  last: db
    .prepare<[number], { units: bigint; coins: bigint }>(
      'SELECT sum_units AS units, sum_coins AS coins FROM order_events WHERE token = ? AND kind = 0 ORDER BY tx DESC LIMIT 1',
    )
    .safeIntegers(true),
  drop: db.prepare('DELETE FROM order_events WHERE tx = ?'),
})

/** Writes the order index, per transaction. All writes run inside the caller's database transaction. */
export class OrderTables {
  readonly #db: Database
  readonly #outputs: ReturnType<typeof prepareOutputs>
  readonly #orders: ReturnType<typeof prepareOrders>
  readonly #events: ReturnType<typeof prepareEvents>

  constructor(db: Database) {
    this.#db = db
    this.#outputs = prepareOutputs(db)
    this.#orders = prepareOrders(db)
    this.#events = prepareEvents(db)
  }

  addOutput(o: OrderOutput): void {
    const place = [o.id, o.tx, o.txid, o.height, o.place, o.token, o.func, o.value, o.price]
    this.#outputs.add.run(...place, o.owner, o.address, o.tokenAddress, o.other, o.origin, o.rate)
  }

  place({ id, token, nft, side, owner, units, coins, rate }: PlacedRow): void {
    this.#orders.add.run(id, token, nft ? 1 : 0, SIDES.indexOf(side), owner, units, coins, id, rate)
  }

  /** Makes the order open at this output: the remainder after a fill, or an output whose spend was undone. */
  moveOn(origin: number, output: number, rate: number): void {
    this.#orders.setOpen.run(output, rate, origin)
  }

  end(origin: number, state: OrderState, tx: number): void {
    this.#orders.end.run(ORDER_STATES.indexOf(state), tx, origin)
  }

  /** Marks an output as spent. Returns `undefined` if it belongs to no order. */
  spend(id: number, spentBy: number): SpentOrder | undefined {
    const row = this.#outputs.mark.get(spentBy, id)
    const placed = row?.origin == null ? undefined : this.#outputs.order.get(row.origin)
    if (row?.origin == null || placed === undefined) return undefined
    const { owner, value, price } = row
    return { id, origin: Number(row.origin), token: placed.token, side: SIDES[placed.side]!, owner, value, price }
  }

  /** Undoes `spend`, `moveOn` and `end`. */
  unspend(id: number): void {
    const freed = this.#outputs.free.get(id)
    if (freed?.origin != null) this.moveOn(freed.origin, id, freed.rate)
  }

  addEvent({ token, tx, origin, kind, units, coins, party, txid, height, time }: EventRow): void {
    const fill = kind === 'fill'
    const before = (fill ? this.#events.last.get(token) : undefined) ?? NO_SUMS
    const sums = fill ? [before.units + units, before.coins + coins] : [0n, 0n]
    const what = [token, tx, origin, ORDER_EVENTS.indexOf(kind), units, coins, party ?? null]
    this.#events.add.run(...what, txid, height, time, ...sums.map((sum) => BigInt.asIntN(64, sum)))
  }

  /** Removes all rows that this transaction added. Its spends, and all later ones, must have been undone first. */
  remove(tx: number): void {
    this.#events.drop.run(tx)
    for (const id of this.#outputs.dropAll.all(tx, tx)) this.#orders.drop.run(id)
  }

  clear(): void {
    this.#db.exec('DELETE FROM order_outputs; DELETE FROM orders; DELETE FROM order_events')
  }
}
