import type { AddressDelta } from '../core/index.ts'
import { createHeightSearch, type Database } from '../storage/index.ts'
import { littleEndianOrder, toDisplayHex } from '../util/index.ts'
import { ROWS_PER_PAGE } from './columns.ts'
import { createDeltaPages, FIRST_UNORDERED_IO } from './deltaTexts.ts'
import { HexColumn, IntegerColumn, type JsonColumn, TxidColumn, writeJsonRows } from './jsonColumns.ts'
import type { AddressColumns, AddressJsonLayout } from './types.ts'
import { createDeltaReader } from './view.ts'

/** Yields JSON rows of an address, separated by commas, in pages for transactions with tx numbers in [first, end). */
type JsonPages<Kind extends keyof AddressColumns> = (
  address: number,
  first: number,
  end: number,
  layout: AddressJsonLayout<Kind>,
) => Generator<string>

/**
 * Reads histories of one address as JSON rows in the order of komodod's index. Each value is copied as bytes from a text
 * column, because an object and several strings per row cost several times as much, most of it for garbage collection.
 */
export function createJsonPages(
  db: Database,
  rowsPerPage: number = ROWS_PER_PAGE,
): { readonly [Kind in keyof AddressColumns]: JsonPages<Kind> } {
  return {
    deltas: createDeltaJson(db, rowsPerPage),
    transactionIds: createIdJson(db, rowsPerPage),
    unspent: createUnspentJson(db, rowsPerPage),
  }
}

/** Concatenates ids without hex. SQLite's texts are bytes with a length, so they may hold any bytes. */
const IDS = `CAST(group_concat(t.txid, '') AS BLOB)`
const list = (expression: string) => `CAST(group_concat(${expression}) AS BLOB)`

/** The greatest io, then one column each of txid, height, position, io and value. All are null if there is no row. */
type DeltaColumns = [number | null, ...(Uint8Array | null)[]]

/** Index of the output or input, from a column of ios. */
class IoIndexColumn extends IntegerColumn {
  override write(out: Parameters<JsonColumn['write']>[0], row: number): void {
    const { bytes } = out
    const digits = String(this.value(row) >> 1)
    for (let at = 0; at < digits.length; at++) bytes[out.length++] = digits.charCodeAt(at)
  }
}

function createDeltaJson(db: Database, rowsPerPage: number): JsonPages<'deltas'> {
  // CROSS JOIN keeps the order of the inner query.
  const select = db
    .prepare<[number, number, number], DeltaColumns>(
      `SELECT max(d.io), ${IDS}, ${list('t.height')}, ${list('t.position')}, ${list('d.io')}, ${list('d.value')}
       FROM (SELECT tx, io, value FROM address_deltas WHERE address = ? AND tx >= ? AND tx < ? ORDER BY tx, io) d
       CROSS JOIN txs t ON t.ordinal = d.tx`,
    )
    .raw(true)
  const read = createDeltaReader({ db, findUnwrittenTx: () => undefined })
  const pages = createDeltaPages(db, rowsPerPage)

  return function* json(address, first, end, layout) {
    yield* pages(address, first, end, (from, to) => {
      const [greatest, ...columns] = select.get(address, from, to)!
      if (greatest === null) return ''
      // Transactions with hundreds of inputs or outputs of one address are rare and take the slower path.
      if (greatest >= FIRST_UNORDERED_IO) return Array.from(read(address, from, to), rowWriter(layout)).join()
      const [ids, heights, positions, ios, values] = columns as Uint8Array[]
      const txid = new TxidColumn(ids!)
      const { rows } = txid
      const columnFor = {
        txid,
        height: new IntegerColumn(heights!, rows),
        position: new IntegerColumn(positions!, rows),
        index: new IoIndexColumn(ios!, rows),
        satoshis: new IntegerColumn(values!, rows),
      }
      return writeJsonRows(layout, columnFor, rows)
    })
  }
}

/** Returns a function that writes a row from an object. */
const rowWriter =
  ({ texts, columns }: AddressJsonLayout<'deltas'>) =>
  ({ txid, height, blockIndex, index, satoshis }: AddressDelta): string => {
    const value = { txid: toDisplayHex(txid), height, position: blockIndex, index, satoshis }
    return columns.map((name, at) => texts[at]! + value[name]).join('') + texts.at(-1)!
  }

function createIdJson(db: Database, rowsPerPage: number): JsonPages<'transactionIds'> {
  const select = db
    .prepare<number[], [number | null, Uint8Array]>(
      `SELECT max(d.tx), ${IDS}
       FROM (SELECT DISTINCT tx FROM address_deltas WHERE address = ? AND tx >= ? AND tx < ? ORDER BY tx LIMIT ?) d
       CROSS JOIN txs t ON t.ordinal = d.tx`,
    )
    .raw(true)
  return function* json(address, first, end, layout) {
    for (let from = first; ; ) {
      const [last, ids] = select.get(address, from, end, rowsPerPage)!
      if (last === null) return
      const txid = new TxidColumn(ids)
      yield writeJsonRows(layout, { txid }, txid.rows)
      from = last + 1
    }
  }
}

/** Columns of txid, script, index, value and height. All are null if there is no row. */
type UnspentColumns = [Uint8Array | null, ...Uint8Array[]]

function createUnspentJson(db: Database, rowsPerPage: number): JsonPages<'unspent'> {
  const select = db
    .prepare<[number, number, number], UnspentColumns>(
      `SELECT ${IDS}, ${list('hex(o.script)')}, ${list('u.output - t.ordinal')}, ${list('u.value')}, ${list('t.height')}
       FROM (SELECT output, value FROM address_unspent WHERE address = ? AND output >= ? AND output < ? ORDER BY output) u
       CROSS JOIN outputs o ON o.id = u.output
       CROSS JOIN txs t ON t.ordinal = (SELECT max(ordinal) FROM txs WHERE ordinal <= u.output)`,
    )
    .raw(true)
  const selectCut = db
    .prepare<[number, number, number, number], number>(
      `SELECT height FROM txs WHERE ordinal = (SELECT max(ordinal) FROM txs WHERE ordinal <=
         (SELECT output FROM address_unspent WHERE address = ? AND output >= ? AND output < ? ORDER BY output LIMIT 1 OFFSET ?))`,
    )
    .pluck()
  const firstAtHeight = createHeightSearch(db)

  function between(address: number, first: number, end: number, layout: AddressJsonLayout<'unspent'>): string {
    const [ids, scripts, indexes, values, heights] = select.get(address, first, end)!
    if (ids === null) return ''
    const txid = new TxidColumn(ids)
    const { rows } = txid
    const [index, height] = [new IntegerColumn(indexes!, rows), new IntegerColumn(heights!, rows)]
    const columnFor = {
      txid,
      height,
      index,
      script: new HexColumn(scripts!, rows),
      satoshis: new IntegerColumn(values!, rows),
    }
    const numbers = Array.from({ length: rows }, (_, row) => ({ row, height: height.value(row) }))
    // By height, then by `txid` in internal order, then by index: the order of komodod's index within a height.
    const inOrder = numbers.sort(
      (a, b) =>
        a.height - b.height || txid.compare(a.row, b.row) || littleEndianOrder(index.value(a.row), index.value(b.row)),
    )
    return writeJsonRows(
      layout,
      columnFor,
      inOrder.map(({ row }) => row),
    )
  }

  // Output ids grow with the height, and the outputs of a height are sorted, so a page has complete heights.
  return function* json(address, first, end, layout) {
    for (let from = first; ; ) {
      const height = selectCut.get(address, from, end, rowsPerPage)
      if (height === undefined) {
        yield between(address, from, end, layout)
        return
      }
      const cut = firstAtHeight(height)
      const page = between(address, from, cut, layout)
      // If there is nothing before the cut, this height has more outputs than a page.
      from = page === '' ? firstAtHeight(height + 1) : cut
      yield page === '' ? between(address, cut, from, layout) : page
    }
  }
}
