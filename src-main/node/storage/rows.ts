import type { Database, Statement } from 'better-sqlite3'

/** What one column may be bound to. JS numbers are exact for integers up to 2^53; larger ones go in as bigint. */
export type Cell = number | bigint | string | Uint8Array | null

/** A call into SQLite costs as much as inserting one row. 32 rows per call halve the cost, more save nothing. */
const ROWS_PER_CALL = 32

/** Collects rows and inserts them many at a time. Rows given in key order are written fastest. */
export class RowInserter {
  readonly #columns: number
  readonly #one: Statement<Cell[]>
  readonly #many: Statement<Cell[]>
  #cells: Cell[] = []

  /** @param into table and columns, as in `txs (ordinal, txid)` */
  constructor(db: Database, into: string, columns: number) {
    const row = `(${Array(columns).fill('?').join(',')})`
    const statement = (rows: number): Statement<Cell[]> =>
      db.prepare<Cell[]>(`INSERT INTO ${into} VALUES ${Array(rows).fill(row).join(',')}`)
    this.#columns = columns
    this.#one = statement(1)
    this.#many = statement(ROWS_PER_CALL)
  }

  add(...values: readonly Cell[]): void {
    const cells = this.#cells
    for (const value of values) cells.push(value)
    if (cells.length === this.#columns * ROWS_PER_CALL) {
      this.#many.run(...cells)
      this.#cells = []
    }
  }

  /** Writes the rows that are left. */
  finish(): void {
    const [cells, columns] = [this.#cells, this.#columns]
    for (let at = 0; at < cells.length; at += columns) this.#one.run(...cells.slice(at, at + columns))
    this.#cells = []
  }

  /** Drops the rows that were not written. */
  clear(): void {
    this.#cells = []
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
