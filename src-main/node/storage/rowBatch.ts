import type { Database, Statement } from 'better-sqlite3'
import type { Cell } from './rows.ts'

/** Rows per call: a call into SQLite costs as much as the change itself, as in rows.ts. */
const ROWS_PER_CALL = 32

/** Collects rows and passes many to one statement, for updates and deletes. `RowInserter` does the same for inserts. */
export class RowBatch {
  readonly #columns: number
  readonly #one: Statement<Cell[]>
  readonly #many: Statement<Cell[]>
  #cells: Cell[] = []

  /**
   * @param columns cells per row
   * @param sql builds the statement around a list of rows, formatted as `(?,?),(?,?)`
   */
  constructor(db: Database, columns: number, sql: (rows: string) => string) {
    const row = `(${Array(columns).fill('?').join(',')})`
    this.#columns = columns
    this.#one = db.prepare<Cell[]>(sql(row))
    this.#many = db.prepare<Cell[]>(sql(Array(ROWS_PER_CALL).fill(row).join(',')))
  }

  add(...values: readonly Cell[]): void {
    const cells = this.#cells
    for (const value of values) cells.push(value)
    if (cells.length < this.#columns * ROWS_PER_CALL) return
    this.#many.run(...cells)
    this.#cells = []
  }

  finish(): void {
    for (let at = 0; at < this.#cells.length; at += this.#columns) {
      this.#one.run(...this.#cells.slice(at, at + this.#columns))
    }
    this.#cells = []
  }

  /** Discards the rows that were not written. */
  clear(): void {
    this.#cells = []
  }
}
