import type { Database, Statement } from 'better-sqlite3'

/** What one column may be bound to. JS numbers are exact for integers up to 2^53; larger ones go in as bigint. */
export type Cell = number | bigint | string | Uint8Array | null

/** Calling into SQLite costs as much as inserting a row: 32 rows a call halve the cost, more bring nothing further. */
const ROWS_PER_CALL = 32

/** Collects rows and inserts them many at a time. Rows given in key order are written fastest. */
export interface RowInserter {
  add(...cells: readonly Cell[]): void
  /** writes what is left */
  finish(): void
  /** forgets what was not written */
  clear(): void
}

/** @param into table and columns, as in `txs (tx number, txid)` */
export function createRowInserter(db: Database, into: string, columns: number): RowInserter {
  const row = `(${Array(columns).fill('?').join(',')})`
  const statement = (rows: number): Statement<Cell[]> =>
    db.prepare<Cell[]>(`INSERT INTO ${into} VALUES ${Array(rows).fill(row).join(',')}`)
  const one = statement(1)
  const many = statement(ROWS_PER_CALL)
  let cells: Cell[] = []
  return {
    add(...values) {
      for (const value of values) cells.push(value)
      if (cells.length === columns * ROWS_PER_CALL) {
        many.run(...cells)
        cells = []
      }
    },
    finish() {
      for (let at = 0; at < cells.length; at += columns) one.run(...cells.slice(at, at + columns))
      cells = []
    },
    clear() {
      cells = []
    },
  }
}

/** Satoshis as a cell: a number binds at twice the speed of a bigint and is exact up to 2^53. */
export function satoshiCell(value: bigint): Cell {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** SQLite's driver gives Buffers, whose `slice` does not copy: a trap for everybody who expects plain arrays. */
export function plainBytes(buffer: Uint8Array): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
}
