import type { Cell, Database } from '../storage/index.ts'

/** Rows that one call changes: calling into SQLite costs as much as the change itself (see storage/rows.ts). */
const ROWS_PER_CALL = 32

/** Collects rows and hands them to one statement many at a time. */
export interface RowBatch {
  add(...cells: readonly Cell[]): void
  /** runs the statement for what is left */
  finish(): void
  /** forgets what was not written */
  clear(): void
}

/**
 * For updates and deletes; storage has the same for inserts.
 * @param columns cells of one row
 * @param sql the statement around a list of rows, which stand as `(?,?),(?,?)`
 */
export function createRowBatch(db: Database, columns: number, sql: (rows: string) => string): RowBatch {
  const row = `(${Array(columns).fill('?').join(',')})`
  const one = db.prepare<Cell[]>(sql(row))
  const many = db.prepare<Cell[]>(sql(Array(ROWS_PER_CALL).fill(row).join(',')))
  let cells: Cell[] = []
  return {
    add(...values) {
      for (const value of values) cells.push(value)
      if (cells.length < columns * ROWS_PER_CALL) return
      many.run(...cells)
      cells = []
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
