import { type Database, plainBytes } from '../../storage/index.ts'
import { toHex } from '../../util/index.ts'
import type { OrderFunc } from '../tokens/orderData.ts'
import { ORDER_STATES, type OrderSide, type OrderState, SIDES } from './schema.ts'

/** An unspent output with order data, as the reference lists it: whoever wrote it, and whether or not it can be filled. */
export interface OrderEntry {
  readonly func: OrderFunc
  readonly txid: Uint8Array
  readonly vout: number
  /** internal byte order */
  readonly token: Uint8Array
  /** what is locked: coins of a bid, units of an ask */
  readonly value: bigint
  /** what is wanted for all of it; any int64 */
  readonly price: bigint
  readonly owner: Uint8Array
  /** null for an owner that is no key of 33 bytes */
  readonly address: string | null
  readonly tokenAddress: string | null
  /** second token of a swap */
  readonly other: Uint8Array | null
}

/** What tells an output from all others, cheaper to read than the output itself. */
export interface OutputName {
  /** its number in the index, which another output may have after a reorganisation */
  readonly id: number
  /** transaction id and index: this output's for ever, and with them all that it says */
  readonly name: string
}

/** The name of an output that was read whole. */
export const outputName = ({ txid, vout }: Pick<OrderEntry, 'txid' | 'vout'>): string =>
  `${toHex(txid).toUpperCase()}:${vout}`

/** An order that the rules let somebody fill or its owner cancel. */
export interface Order {
  /** the output that placed it: its number in the index, a place in the chain */
  readonly id: number
  /** of the transaction that placed it */
  readonly txid: Uint8Array
  readonly height: number
  readonly tokenId: Uint8Array
  /** of the token: any bytes */
  readonly name: Uint8Array
  readonly nft: boolean
  /** first byte of the token's data, where it is not fungible */
  readonly nftCode: number | undefined
  readonly side: OrderSide
  readonly owner: Uint8Array
  readonly address: string | null
  readonly state: OrderState
  /** as it was placed */
  readonly units: bigint
  readonly coins: bigint
  /** what is open of it; 0 of an order that has ended */
  readonly unitsLeft: bigint
  readonly coinsLeft: bigint
  /** satoshis for a unit at present, or at last */
  readonly rate: number
  /** transaction whose first output holds what is left, or held it last: what fills and cancels name */
  readonly current: Uint8Array
  /** height of the block that filled or cancelled it whole */
  readonly ended: number | undefined
}

export interface OrderSelection {
  readonly limit: number
  /** the last order of the page before, and how many that page said there are */
  readonly after?: { readonly id: number; readonly rate: number; readonly total: number } | undefined
  readonly sort: 'newest' | 'price'
  readonly descending: boolean
  readonly token?: Uint8Array | undefined
  readonly side?: OrderSide | undefined
  readonly state?: OrderState | undefined
  readonly owner?: Uint8Array | undefined
  /** satoshis for a unit, both included */
  readonly minRate?: number | undefined
  readonly maxRate?: number | undefined
}

export interface OrderLists {
  /**
   * Unspent outputs at a place, at most so many: of one token or all, by transaction id and index as the reference's index
   * has them.
   */
  unspentAt(place: number, most: number, token?: Uint8Array): OrderEntry[]
  /** The same outputs in the same order by name alone. */
  unspentNames(place: number, most: number, token?: Uint8Array): OutputName[]
  /** One of them. */
  unspent(id: number): OrderEntry | undefined
  /** The same of one owner's asks. */
  asksOf(owner: Uint8Array, place: number, most: number): OrderEntry[]
  /** Orders that match; `total` counts them on all pages. */
  page(selection: OrderSelection): { readonly total: number; readonly items: Order[] }
  /** id of the transaction that placed the order with this number */
  placedBy(id: number): Uint8Array | undefined
  /** The order that this transaction placed, or left after a fill. */
  find(txid: Uint8Array): Order | undefined
}

type EntryCells = [string, Buffer, bigint, Buffer, bigint, bigint, Buffer, string | null, string | null, Buffer | null]

// The reference's index keeps output indexes little-endian, which shows above 255.
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
    unspentAt: (place, most, token) =>
      (token === undefined ? all.all(place, most) : ofToken.all(place, token, most)).map(entryFrom),
    unspentNames: (place, most, token) =>
      (token === undefined ? allNames.all(place, most) : namesOfToken.all(place, token, most)).map(([id, name]) => ({
        id,
        name,
      })),
    unspent(id) {
      const cells = one.get(id)
      return cells && entryFrom(cells)
    },
    asksOf: (owner, place, most) => asks.all(place, owner, most).map(entryFrom),
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

/** The conditions of a selection, in an order that makes equal shapes equal texts: statements are kept by their text. */
function conditionsOf(db: TokenIds, selection: OrderSelection): { readonly terms: string[]; readonly cells: Cell[] } {
  const { token, side, state, owner, minRate, maxRate } = selection
  const terms: string[] = []
  const cells: Cell[] = []
  const add = (term: string, cell: Cell) => {
    terms.push(term)
    cells.push(cell)
  }
  if (token !== undefined) add('o.token = ?', db.idOf(token))
  if (side !== undefined) add('o.side = ?', SIDES.indexOf(side))
  // A number in the text lets the index of open orders be used.
  if (state !== undefined) terms.push(`o.state = ${ORDER_STATES.indexOf(state)}`)
  if (owner !== undefined) add('o.owner = ?', owner)
  if (minRate !== undefined) add('o.rate >= ?', minRate)
  if (maxRate !== undefined) add('o.rate <= ?', maxRate)
  return { terms, cells }
}

interface TokenIds {
  /** tx number of a token's creation; −1 if there is none */
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
    const { terms, cells } = conditionsOf(ids, selection)
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
