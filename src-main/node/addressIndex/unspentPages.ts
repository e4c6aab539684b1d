import type { AddressQueries, AddressUnspent, Page, UnspentQuery } from '../interfaces.ts'
import { fromHex, toHex } from '../util/index.ts'
import { toUnspent, UNSPENT_ROWS, type UnspentRow, type ViewDeps } from './view.ts'

type Cell = number | bigint | Uint8Array

interface Sorting {
  /** columns that give the order, the output's id last */
  readonly columns: readonly string[]
  /** text of a cursor, one part for each column */
  readonly parts: RegExp
  write(row: UnspentRow): string
  read(parts: readonly string[]): Cell[]
}

const SORTINGS: Readonly<Record<UnspentQuery['sort'], Sorting>> = {
  height: {
    columns: ['u.output'],
    parts: /^(\d{1,15})$/,
    write: ([, , , , , output]) => String(output),
    read: ([output]) => [Number(output)],
  },
  amount: {
    columns: ['u.value', 'u.output'],
    parts: /^(\d{1,19})\.(\d{1,15})$/,
    write: ([value, , , , , output]) => `${value}.${output}`,
    read: ([value = '', output]) => [BigInt.asIntN(64, BigInt(value)), Number(output)],
  },
  txid: {
    columns: ['t.txid', 'u.output'],
    parts: /^([0-9a-f]{64})\.(\d{1,15})$/,
    write: ([, , txid, , , output]) => `${toHex(txid)}.${output}`,
    read: ([txid = '', output]) => [fromHex(txid), Number(output)],
  },
}

/** A statement for each sorting and direction, with and without a place to go on from. */
function prepare({ db }: ViewDeps) {
  const page = ({ columns }: Sorting, descending: boolean, further: boolean) => {
    const place = `AND (${columns.join(', ')}) ${descending ? '<' : '>'} (${columns.map(() => '?').join(', ')})`
    const order = columns.map((column) => `${column} ${descending ? 'DESC' : 'ASC'}`).join(', ')
    return db
      .prepare<Cell[], UnspentRow>(
        `${UNSPENT_ROWS} WHERE u.address = ? ${further ? place : ''} ORDER BY ${order} LIMIT ?`,
      )
      .raw(true)
      .safeIntegers(true)
  }
  const pages = new Map<string, ReturnType<typeof page>>()
  for (const [name, sorting] of Object.entries(SORTINGS))
    for (const descending of [false, true])
      for (const further of [false, true])
        pages.set(`${name} ${descending} ${further}`, page(sorting, descending, further))
  return pages
}

export function createUnspentPages(deps: ViewDeps): Pick<AddressQueries, 'unspentPage'> {
  const pages = prepare(deps)
  const { accounts, flush } = deps
  return {
    unspentPage(address, { limit, cursor, descending, sort }): Page<AddressUnspent> | undefined {
      flush()
      const sorting = SORTINGS[sort]
      const parts = cursor === undefined ? undefined : sorting.parts.exec(cursor)
      if (parts === null) return undefined
      const standing = accounts.find(address)
      if (standing === undefined) return { rows: [], next: undefined, total: 0 }
      const place = parts ? sorting.read(parts.slice(1)) : []
      const found = pages.get(`${sort} ${descending} ${parts !== undefined}`)!.all(standing.id, ...place, limit + 1)
      const last = found[limit - 1]
      const next = found.length > limit && last !== undefined ? sorting.write(last) : undefined
      return { rows: found.slice(0, limit).map(toUnspent), next, total: standing.utxos }
    },
  }
}
