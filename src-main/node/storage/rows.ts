import type { Database, Statement } from 'better-sqlite3'

/** A column value. JS numbers are exact for integers up to 2^53; larger integers are passed as bigint. */
export type Cell = number | bigint | string | Uint8Array | null

/** A call into SQLite costs as much as inserting one row. 32 rows per call halve the total; more gain nothing. */
const ROWS_PER_CALL = 32

/** Collects rows and inserts them in batches. Rows in key order are fastest. */
export class RowInserter {
  readonly #columns: number
  readonly #one: Statement<Cell[]>
  readonly #many: Statement<Cell[]>
  #cells: Cell[] = []

  /** @param into table and columns, such as `txs (ordinal, txid)` */
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

  /** Writes the remaining rows. */
  finish(): void {
    const [cells, columns] = [this.#cells, this.#columns]
    for (let at = 0; at < cells.length; at += columns) this.#one.run(...cells.slice(at, at + columns))
    this.#cells = []
  }

  /** Drops the unwritten rows. */
  clear(): void {
    this.#cells = []
  }
}

/** Converts satoshis to a cell. A number binds twice as fast as a bigint and is exact up to 2^53. */
export function satoshiCell(value: bigint): Cell {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/**
 * Returns the same bytes as a Uint8Array, whose `slice` copies. The SQLite driver returns Buffers, whose `slice` does
 * not copy.
 */
export function plainBytes(buffer: Uint8Array): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
}
