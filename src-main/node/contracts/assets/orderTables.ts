import type { Database } from '../../storage/index.ts'
import type { OrderFunc } from '../tokens/orderData.ts'
import { ORDER_EVENTS, ORDER_STATES, type OrderEventKind, type OrderSide, type OrderState, SIDES } from './schema.ts'

/** A row of `order_outputs`; see schema.ts. */
export interface OrderOutput {
  /** tx number + output index */
  readonly id: number
  readonly tx: number
  readonly txid: Uint8Array
  readonly height: number
  readonly place: number
  /** the token that the transaction names, internal byte order */
  readonly token: Uint8Array
  readonly func: OrderFunc
  /** what is locked: coins of a bid, units of an ask */
  readonly value: bigint
  /** what is wanted for all of it */
  readonly price: bigint
  readonly owner: Uint8Array
  readonly address: string | null
  readonly tokenAddress: string | null
  readonly other: Uint8Array | null
  /** output that placed the order; null: no order that can be filled */
  readonly origin: number | null
  /** satoshis for a unit */
  readonly rate: number
}

/** The facts of an order that do not change. */
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

/** An order's output that was spent. */
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

/** Writes to the index of orders, by transaction. All inside the caller's database transaction. */
export interface OrderTables {
  addOutput(output: OrderOutput): void
  place(row: PlacedRow): void
  /** an order is open, at this output: what a fill left of it, or what is unspent again */
  moveOn(origin: number, output: number, rate: number): void
  end(origin: number, state: OrderState, tx: number): void
  /** marks an output; undefined if it is none of an order */
  spend(id: number, spentBy: number): SpentOrder | undefined
  /** undoes `spend`, `moveOn` and `end` */
  unspend(id: number): void
  addEvent(event: EventRow): void
  /** removes everything that this transaction added; its spends must have been undone, later ones too */
  remove(tx: number): void
  clear(): void
}

export function createOrderTables(db: Database): OrderTables {
  const orders = prepareOrders(db)
  const events = prepareEvents(db)
  const outputs = prepareOutputs(db)
  return {
    ...orders,
    ...outputs,
    addEvent: events.addEvent,
    unspend(id) {
      const freed = outputs.free(id)
      if (freed?.origin != null) orders.moveOn(freed.origin, id, freed.rate)
    },
    remove(tx) {
      events.removeEvents(tx)
      for (const id of outputs.removeOutputs(tx)) orders.removeOrder(id)
    },
    clear: () => void db.exec('DELETE FROM order_outputs; DELETE FROM orders; DELETE FROM order_events'),
  }
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

function prepareOutputs(db: Database) {
  const add = db.prepare('INSERT INTO order_outputs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)')
  const mark = db.prepare<[number, number], SpentCells>(
    'UPDATE order_outputs SET spent_by = ? WHERE id = ? RETURNING origin, owner, value, price',
  )
  mark.safeIntegers(true)
  const order = db.prepare<[bigint], { token: number; side: number }>('SELECT token, side FROM orders WHERE id = ?')
  const free = db.prepare<[number], FreedCells>(
    'UPDATE order_outputs SET spent_by = NULL WHERE id = ? RETURNING origin, rate',
  )
  const dropAll = db
    .prepare<[number, number], number>('DELETE FROM order_outputs WHERE id >= ? AND tx = ? RETURNING id')
    .pluck()

  return {
    addOutput(o: OrderOutput) {
      const place = [o.id, o.tx, o.txid, o.height, o.place, o.token, o.func, o.value, o.price]
      add.run(...place, o.owner, o.address, o.tokenAddress, o.other, o.origin, o.rate)
    },
    spend(id: number, spentBy: number): SpentOrder | undefined {
      const row = mark.get(spentBy, id)
      const placed = row?.origin == null ? undefined : order.get(row.origin)
      if (row?.origin == null || placed === undefined) return undefined
      const { owner, value, price } = row
      return { id, origin: Number(row.origin), token: placed.token, side: SIDES[placed.side]!, owner, value, price }
    },
    free: (id: number) => free.get(id),
    removeOutputs: (tx: number) => dropAll.all(tx, tx),
  }
}

function prepareOrders(db: Database) {
  const add = db.prepare('INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, NULL)')
  const end = db.prepare('UPDATE orders SET state = ?, ended = ? WHERE id = ?')
  const setOpen = db.prepare('UPDATE orders SET output = ?, rate = ?, state = 0, ended = NULL WHERE id = ?')
  const drop = db.prepare('DELETE FROM orders WHERE id = ?')
  return {
    place({ id, token, nft, side, owner, units, coins, rate }: PlacedRow) {
      add.run(id, token, nft ? 1 : 0, SIDES.indexOf(side), owner, units, coins, id, rate)
    },
    end: (origin: number, state: OrderState, tx: number) => void end.run(ORDER_STATES.indexOf(state), tx, origin),
    moveOn: (origin: number, output: number, rate: number) => void setOpen.run(output, rate, origin),
    removeOrder: (id: number) => void drop.run(id),
  }
}

function prepareEvents(db: Database) {
  const add = db.prepare('INSERT INTO order_events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const last = db.prepare<[number], { units: bigint; coins: bigint }>(
    'SELECT sum_units AS units, sum_coins AS coins FROM order_events WHERE token = ? AND kind = 0 ORDER BY tx DESC LIMIT 1',
  )
  last.safeIntegers(true)
  const drop = db.prepare('DELETE FROM order_events WHERE tx = ?')
  const NONE = { units: 0n, coins: 0n }
  return {
    addEvent({ token, tx, origin, kind, units, coins, party, txid, height, time }: EventRow) {
      const fill = kind === 'fill'
      const before = (fill ? last.get(token) : undefined) ?? NONE
      const sums = fill ? [before.units + units, before.coins + coins] : [0n, 0n]
      const what = [token, tx, origin, ORDER_EVENTS.indexOf(kind), units, coins, party ?? null]
      add.run(...what, txid, height, time, ...sums.map((sum) => BigInt.asIntN(64, sum)))
    },
    removeEvents: (tx: number) => void drop.run(tx),
  }
}
