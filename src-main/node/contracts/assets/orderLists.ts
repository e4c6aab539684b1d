import { type Database, plainBytes } from '../../storage/index.ts'
import { toHex } from '../../util/index.ts'
import type { OrderFunc } from '../tokens/orderData.ts'
import { ORDER_STATES, type OrderSide, type OrderState, SIDES } from './schema.ts'

/** An unspent output with order data, as the reference lists it, whether or not it can be filled. */
export interface OrderEntry {
  readonly func: OrderFunc
  readonly txid: Uint8Array
  readonly vout: number
  /** internal byte order */
  readonly token: Uint8Array
  /** locked amount: coins of a bid, units of an ask */
  readonly value: bigint
  /** amount wanted for all of `value`; any int64 */
  readonly price: bigint
  readonly owner: Uint8Array
  /** null if the owner is not a 33-byte key */
  readonly address: string | null
  readonly tokenAddress: string | null
  /** second token of a swap */
  readonly other: Uint8Array | null
}

/** Identifies an output; cheaper to read than the output itself. */
export interface OutputName {
  /** output number in the index; after a reorganisation another output may have it */
  readonly id: number
  /** transaction id and index, which identify the output and its data permanently */
  readonly name: string
}

/** Returns the name of an output that was read completely. */
export const outputName = ({ txid, vout }: Pick<OrderEntry, 'txid' | 'vout'>): string =>
  `${toHex(txid).toUpperCase()}:${vout}`

/** An order that the rules allow to be filled, or cancelled by its owner. */
export interface Order {
  /** output number, in the index, of the output that placed the order */
  readonly id: number
  /** id of the transaction that placed it */
  readonly txid: Uint8Array
  readonly height: number
  readonly tokenId: Uint8Array
  /** token name: any bytes */
  readonly name: Uint8Array
  readonly nft: boolean
  /** first byte of the token's data; undefined for a fungible token */
  readonly nftCode: number | undefined
  readonly side: OrderSide
  readonly owner: Uint8Array
  readonly address: string | null
  readonly state: OrderState
  /** amounts when the order was placed */
  readonly units: bigint
  readonly coins: bigint
  /** open amounts; 0 if the order has ended */
  readonly unitsLeft: bigint
  readonly coinsLeft: bigint
  /** current price in satoshis per unit, or the last one if the order has ended */
  readonly rate: number
  /** transaction whose first output holds the remainder, or held it last; fills and cancels refer to it */
  readonly current: Uint8Array
  /** height of the block that completely filled or cancelled it */
  readonly ended: number | undefined
}

export interface OrderSelection {
  readonly limit: number
  /** last order of the previous page, and the total that page reported */
  readonly after?: { readonly id: number; readonly rate: number; readonly total: number } | undefined
  readonly sort: 'newest' | 'price'
  readonly descending: boolean
  readonly token?: Uint8Array | undefined
  readonly side?: OrderSide | undefined
  readonly state?: OrderState | undefined
  readonly owner?: Uint8Array | undefined
  /** satoshis per unit, both bounds inclusive */
  readonly minRate?: number | undefined
  readonly maxRate?: number | undefined
}

export interface OrderLists {
  /**
   * Returns at most `limit` unspent outputs at a place, of one token or of all. Ordered by transaction id and index, as
   * in the reference's index.
   */
  unspentAt(place: number, limit: number, token?: Uint8Array): OrderEntry[]
  /** Returns the names of the outputs of `unspentAt`, in that order. */
  unspentNames(place: number, limit: number, token?: Uint8Array): OutputName[]
  /** Returns the unspent output with this number. */
  unspent(id: number): OrderEntry | undefined
  /** Returns at most `limit` unspent outputs at a place that belong to asks of this owner. */
  asksOf(owner: Uint8Array, place: number, limit: number): OrderEntry[]
  /** Returns the matching orders. `total` counts them on all pages. */
  page(selection: OrderSelection): { readonly total: number; readonly items: Order[] }
  /** Returns the id of the transaction that placed the order with this number. */
  placedBy(id: number): Uint8Array | undefined
  /** Returns the order that this transaction placed, or whose remainder it holds after a fill. */
  find(txid: Uint8Array): Order | undefined
}

type EntryCells = [string, Buffer, bigint, Buffer, bigint, bigint, Buffer, string | null, string | null, Buffer | null]

// The reference's index stores output indexes little-endian, which affects the order above 255.
const UNSPENT_ORDER = 'ORDER BY txid, (id - tx) & 255, id'
const ENTRY = 'func, txid, id - tx, token, value, price, owner, address, token_address, other'

const ORDER = `o.id, p.txid, p.height, t.txid AS token, t.name, o.nft, substr(t.nft, 1, 1) AS code, o.side, o.owner, p.address, o.state, o.units, o.coins,
  c.value, c.price, o.rate, c.txid AS current, x.height AS ended_height`
const ORDER_TABLES = `orders o JOIN order_outputs p ON p.id = o.id JOIN order_outputs c ON c.id = o.output
  JOIN tokens t ON t.id = o.token LEFT JOIN order_events x ON x.tx = o.ended AND x.origin = o.id`

interface OrderCells {
  readonly id: bigint
  readonly txid: Buffer
  readonly height: bigint
  readonly token: Buffer
  readonly name: Buffer
  readonly nft: bigint
  readonly code: Buffer | null
  readonly side: bigint
  readonly owner: Buffer
  readonly address: string | null
  readonly state: bigint
  readonly units: bigint
  readonly coins: bigint
  readonly value: bigint
  readonly price: bigint
  readonly rate: number
  readonly current: Buffer
  readonly ended_height: bigint | null
}

function orderFrom(row: OrderCells): Order {
  const side = SIDES[Number(row.side)]!
  const state = ORDER_STATES[Number(row.state)]!
  const [units, coins] = side === 'ask' ? [row.value, row.price] : [row.price, row.value]
  const open = state === 'open'
  return {
    id: Number(row.id),
    txid: plainBytes(row.txid),
    height: Number(row.height),
    tokenId: plainBytes(row.token),
    name: plainBytes(row.name),
    nft: row.nft !== 0n,
    nftCode: row.code?.[0],
    side,
    owner: plainBytes(row.owner),
    address: row.address,
    state,
    units: row.units,
    coins: row.coins,
    unitsLeft: open ? units : 0n,
    coinsLeft: open ? coins : 0n,
    rate: row.rate,
    current: plainBytes(row.current),
    ended: row.ended_height === null ? undefined : Number(row.ended_height),
  }
}

export function createOrderLists(db: Database): OrderLists {
  const unspent = (condition: string) =>
    db
      .prepare<(number | Uint8Array)[], EntryCells>(
        `SELECT ${ENTRY} FROM order_outputs WHERE place = ? AND ${condition} spent_by IS NULL ${UNSPENT_ORDER} LIMIT ?`,
      )
      .raw(true)
      .safeIntegers(true)
  const all = unspent('')
  const ofToken = unspent('token = ? AND')
  const names = (condition: string) =>
    db
      .prepare<(number | Uint8Array)[], [id: number, name: string]>(
        `SELECT id, hex(txid) || ':' || (id - tx) FROM order_outputs WHERE place = ? AND ${condition} spent_by IS NULL ${UNSPENT_ORDER} LIMIT ?`,
      )
      .raw(true)
  const [allNames, namesOfToken] = [names(''), names('token = ? AND')]
  const one = db
    .prepare<[number], EntryCells>(`SELECT ${ENTRY} FROM order_outputs WHERE id = ? AND spent_by IS NULL`)
    .raw(true)
    .safeIntegers(true)
  const asks = unspent("owner = ? AND func IN ('s', 'S') AND")
  const byTxid = db.prepare<[Uint8Array], OrderCells>(
    `SELECT ${ORDER} FROM order_outputs f CROSS JOIN ${ORDER_TABLES} WHERE f.txid = ? AND o.id = f.origin LIMIT 1`,
  )
  byTxid.safeIntegers(true)
  const placedBy = db
    .prepare<[number], Buffer>('SELECT p.txid FROM orders o JOIN order_outputs p ON p.id = o.id WHERE o.id = ?')
    .pluck()
  return {
    placedBy(id) {
      const txid = placedBy.get(id)
      return txid && plainBytes(txid)
    },
    unspentAt: (place, limit, token) =>
      (token === undefined ? all.all(place, limit) : ofToken.all(place, token, limit)).map(entryFrom),
    unspentNames: (place, limit, token) =>
      (token === undefined ? allNames.all(place, limit) : namesOfToken.all(place, token, limit)).map(([id, name]) => ({
        id,
        name,
      })),
    unspent(id) {
      const cells = one.get(id)
      return cells && entryFrom(cells)
    },
    asksOf: (owner, place, limit) => asks.all(place, owner, limit).map(entryFrom),
    page: createPages(db),
    find(txid) {
      const row = byTxid.get(txid)
      return row && orderFrom(row)
    },
  }
}

function entryFrom(cells: EntryCells): OrderEntry {
  const [func, txid, vout, token, value, price, owner, address, tokenAddress, other] = cells
  return {
    func: func as OrderFunc,
    txid: plainBytes(txid),
    vout: Number(vout),
    token: plainBytes(token),
    value,
    price,
    owner: plainBytes(owner),
    address,
    tokenAddress,
    other: other && plainBytes(other),
  }
}

type Cell = Uint8Array | number | bigint

/**
 * Builds the SQL conditions of a selection in a fixed order, so that equal shapes give equal texts. Prepared statements
 * are cached by text.
 */
function buildConditions(
  db: TokenIds,
  selection: OrderSelection,
): { readonly terms: string[]; readonly cells: Cell[] } {
  const { token, side, state, owner, minRate, maxRate } = selection
  const terms: string[] = []
  const cells: Cell[] = []
  const add = (term: string, cell: Cell) => {
    terms.push(term)
    cells.push(cell)
  }
  if (token !== undefined) add('o.token = ?', db.idOf(token))
  if (side !== undefined) add('o.side = ?', SIDES.indexOf(side))
  // A literal number in the SQL allows SQLite to use the index of open orders.
  if (state !== undefined) terms.push(`o.state = ${ORDER_STATES.indexOf(state)}`)
  if (owner !== undefined) add('o.owner = ?', owner)
  if (minRate !== undefined) add('o.rate >= ?', minRate)
  if (maxRate !== undefined) add('o.rate <= ?', maxRate)
  return { terms, cells }
}

interface TokenIds {
  /** tx number of a token's creation; −1 for an unknown token */
  idOf(token: Uint8Array): number
}

function createPages(db: Database): OrderLists['page'] {
  const tokenId = db
    .prepare<[Uint8Array], number>('SELECT id FROM tokens WHERE txid = ? ORDER BY id DESC LIMIT 1')
    .pluck()
  const ids: TokenIds = { idOf: (token) => tokenId.get(token) ?? -1 }
  const kept = new Map<string, ReturnType<typeof prepare>>()
  const prepare = (sql: string) => db.prepare<Cell[], OrderCells>(sql).safeIntegers(true)
  const statement = (sql: string) => {
    const known = kept.get(sql) ?? prepare(sql)
    kept.set(sql, known)
    return known
  }
  const where = (terms: readonly string[]) => (terms.length > 0 ? ` WHERE ${terms.join(' AND ')}` : '')

  return (selection) => {
    const { limit, after, sort, descending } = selection
    const { terms, cells } = buildConditions(ids, selection)
    const counted = () => statement(`SELECT count(*) AS id FROM orders o${where(terms)}`).get(...cells)?.id ?? 0n
    const total = after?.total ?? Number(counted())
    const [than, direction] = descending ? ['<', 'DESC'] : ['>', 'ASC']
    const byPrice = sort === 'price'
    const place = byPrice ? '(o.rate, o.id)' : 'o.id'
    const from = after === undefined ? [] : [`${place} ${than} ${byPrice ? '(?, ?)' : '?'}`]
    const start = after === undefined ? [] : byPrice ? [after.rate, after.id] : [after.id]
    const order = byPrice ? `o.rate ${direction}, o.id ${direction}` : `o.id ${direction}`
    const sql = `SELECT ${ORDER} FROM ${ORDER_TABLES}${where([...terms, ...from])} ORDER BY ${order} LIMIT ?`
    const items = statement(sql).all(...cells, ...start, limit)
    return { total, items: items.map(orderFrom) }
  }
}
