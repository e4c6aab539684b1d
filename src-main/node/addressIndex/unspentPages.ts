import type { AddressUnspent } from '../core/index.ts'
import type { OutPoint } from '../primitives/index.ts'
import { createHeightSearch, txPrefix } from '../storage/index.ts'
import { fromHex, toHex } from '../util/index.ts'
import type { AccountTotals } from './accounts.ts'
import { END, txNumRange } from './txPositions.ts'
import type { AddressQueries, Page, UnspentQuery } from './types.ts'
import { toUnspent, UNSPENT_ROWS, type UnspentRow, type ViewDeps } from './view.ts'

type Cell = number | bigint | Uint8Array | string

interface Sorting {
  /** Columns to sort by before the output's id. */
  readonly columns: readonly string[]
  /** Matches the text of a position: one part per column, the output's id last. */
  readonly parts: RegExp
  write(row: UnspentRow): string
  read(parts: readonly string[]): Cell[]
}

const SORTINGS: Readonly<Record<UnspentQuery['sort'], Sorting>> = {
  height: {
    columns: [],
    parts: /^(\d{1,15})$/,
    write: ([, , , , , output]) => String(output),
    read: ([output]) => [Number(output)],
  },
  amount: {
    columns: ['u.value'],
    parts: /^(\d{1,19})\.(\d{1,15})$/,
    write: ([value, , , , , output]) => `${value}.${output}`,
    read: ([value = '', output]) => [BigInt.asIntN(64, BigInt(value)), Number(output)],
  },
  txid: {
    columns: ['t.txid'],
    parts: /^([0-9a-f]{64})\.(\d{1,15})$/,
    write: ([, , txid, , , output]) => `${toHex(txid)}.${output}`,
    read: ([txid = '', output]) => [fromHex(txid), Number(output)],
  },
}

/** A cursor: the total, which only the first page counts, and the position of the last row. */
const CURSOR = /^(\d{1,15}):(.+)$/

/** Outputs of an address in [first, end). */
const RANGE = 'u.address = ? AND u.output >= ? AND u.output < ?'
const CHOSEN = {
  any: '',
  listed: 'AND u.output IN (SELECT value FROM json_each(?))',
  others: 'AND u.output NOT IN (SELECT value FROM json_each(?))',
} as const
type Choice = keyof typeof CHOSEN

interface Range {
  readonly first: number
  readonly end: number
}

/** Prepares statements on first use: there are many combinations, and few are used. */
function createStatements({ db }: ViewDeps) {
  const pages = new Map<string, ReturnType<typeof preparePage>>()
  const counts = new Map<Choice, ReturnType<typeof prepareCount>>()

  function preparePage({ columns }: Sorting, descending: boolean, choice: Choice, further: boolean) {
    const keys = [...columns, 'u.output']
    const place = `AND (${keys.join(', ')}) ${descending ? '<' : '>'} (${keys.map(() => '?').join(', ')})`
    const order = keys.map((key) => `${key} ${descending ? 'DESC' : 'ASC'}`).join(', ')
    return db
      .prepare<Cell[], UnspentRow>(
        `${UNSPENT_ROWS} WHERE ${RANGE} ${CHOSEN[choice]} ${further ? place : ''} ORDER BY ${order} LIMIT ?`,
      )
      .raw(true)
      .safeIntegers(true)
  }
  const prepareCount = (choice: Choice) =>
    db.prepare<Cell[], number>(`SELECT count(*) FROM address_unspent u WHERE ${RANGE} ${CHOSEN[choice]}`).pluck()

  return {
    page(sort: UnspentQuery['sort'], descending: boolean, choice: Choice, further: boolean) {
      const name = [sort, descending, choice, further].join(' ')
      const known = pages.get(name) ?? preparePage(SORTINGS[sort], descending, choice, further)
      pages.set(name, known)
      return known
    },
    count(choice: Choice) {
      const known = counts.get(choice) ?? prepareCount(choice)
      counts.set(choice, known)
      return known
    },
  }
}

/** Finds the id of a confirmed output, as a list with zero or one element. */
function createOutputSearch({ db }: ViewDeps) {
  const txNum = db
    .prepare<[number, Uint8Array], number>(
      `SELECT t.ordinal FROM tx_keys k JOIN txs t ON t.ordinal = k.ordinal WHERE k.prefix = ? AND t.txid = ?
       ORDER BY t.ordinal DESC LIMIT 1`,
    )
    .pluck()
  return ({ hash, index }: OutPoint): number[] => {
    const found = txNum.get(txPrefix(hash), hash)
    return found === undefined ? [] : [found + index]
  }
}

/** Position where a page continues. */
interface Place {
  readonly total: number
  readonly cells: readonly Cell[]
}

/** Returns null without a cursor, and undefined if the cursor is invalid. */
function parseCursor(cursor: string | undefined, { parts, read }: Sorting): Place | null | undefined {
  if (cursor === undefined) return null
  const [, total, place = ''] = CURSOR.exec(cursor) ?? []
  const found = parts.exec(place)
  return found ? { total: Number(total), cells: read(found.slice(1)) } : undefined
}

/**
 * Narrows the range by the cursor. In chain order the position is a bound of the range, so that all pages cost the
 * same.
 */
function within({ first, end }: Range, cell: Cell | undefined, descending: boolean): Range {
  if (cell === undefined) return { first, end }
  return descending ? { first, end: Math.min(end, Number(cell)) } : { first: Math.max(first, Number(cell) + 1), end }
}

export function createUnspentPages(deps: ViewDeps): Pick<AddressQueries, 'unspentPage'> {
  const statements = createStatements(deps)
  const firstAtHeight = createHeightSearch(deps.db)
  const outputId = createOutputSearch(deps)
  const { accounts, flush } = deps

  const computeTotal = (
    { id, utxos }: AccountTotals,
    { first, end }: Range,
    choice: Choice,
    chosen: readonly Cell[],
  ): number =>
    first === 0 && end === END && choice === 'any'
      ? utxos
      : (statements.count(choice).get(id, first, end, ...chosen) ?? 0)

  return {
    unspentPage(address, query): Page<AddressUnspent> | undefined {
      flush()
      const { limit, descending, sort, start, end } = query
      const sorting = SORTINGS[sort]
      const place = parseCursor(query.cursor, sorting)
      if (place === undefined) return undefined
      const standing = accounts.find(address)
      if (standing === undefined) return { rows: [], next: undefined, total: 0 }
      const [first, beyond] = txNumRange(firstAtHeight, { start, end })
      const range = { first, end: beyond }
      const choice = query.chosen === undefined ? 'any' : query.chosen.listed ? 'listed' : 'others'
      const chosen = query.chosen ? [JSON.stringify(query.chosen.outputs.flatMap(outputId))] : []
      const total = place?.total ?? computeTotal(standing, range, choice, chosen)
      const inOrder = sort === 'height'
      const bounds = inOrder ? within(range, place?.cells[0], descending) : range
      const from = inOrder ? [] : (place?.cells ?? [])
      const found = statements
        .page(sort, descending, choice, from.length > 0)
        .all(standing.id, bounds.first, bounds.end, ...chosen, ...from, limit + 1)
      const last = found[limit - 1]
      const next = found.length > limit && last !== undefined ? `${total}:${sorting.write(last)}` : undefined
      return { rows: found.slice(0, limit).map(toUnspent), next, total }
    },
  }
}
