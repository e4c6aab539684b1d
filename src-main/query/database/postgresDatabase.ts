import type { Database } from '../../node/storage/index.ts'
import { cellFrom } from './cells.ts'
import { postgresText } from './statementText.ts'
import type { Rows, TableConnection } from './tableConnections.ts'

export class StatementNames {
  readonly #names = new Map<string, string>()

  /** Returns the name of a statement, a new one for a new text. */
  nameFor(text: string): string {
    const known = this.#names.get(text) ?? `s${this.#names.size + 1}`
    this.#names.set(text, known)
    return known
  }
}

type Shape = 'object' | 'raw' | 'pluck'
type Filter = (...cells: unknown[]) => unknown

/**
 * Creates a read-only database over published tables, with the interface of SQLite's driver. The node's own indexes
 * work on it unchanged. Operations that are not implemented throw when they are used.
 */
export function createPostgresDatabase(connection: TableConnection, names: StatementNames): Database {
  const filters = new Map<string, Filter>()
  const database = {
    open: true,
    name: 'postgres',
    prepare: (sql: string) => createStatement(sql, connection, names, filters),
    function(name: string, _options: unknown, filter: Filter) {
      filters.set(name, filter)
    },
  }
  return database as unknown as Database
}

function createStatement(
  sql: string,
  connection: TableConnection,
  names: StatementNames,
  filters: ReadonlyMap<string, Filter>,
) {
  let shape: Shape = 'object'
  let safe = false
  let text: string | undefined
  const filtered = [...filters.keys()].find((name) => sql.includes(`${name}(`))

  function run(values: readonly unknown[]): Rows {
    if (filtered !== undefined) return runFiltered(values, filtered)
    text ??= postgresText(sql)
    return connection.run(text, names.nameFor(text), values)
  }

  /** Filters rows with a JavaScript function: `name(?, columns…)` is replaced by the ids of the rows that match. */
  function runFiltered([first, ...others]: readonly unknown[], name: string): Rows {
    const [call = '', columns = ''] = new RegExp(`${name}\\(\\?, ([a-z, ]+)\\)`).exec(sql) ?? []
    const table = /FROM ([a-z_]+)/.exec(sql)?.[1]
    const all = connection.run(`SELECT id, ${columns} FROM ${table}`, names.nameFor(`${name} of ${table}`))
    const types = all.columns.map(({ type }) => type)
    const fitting = all.rows.filter((row) => {
      const cells = row.slice(1).map((cell, at) => cellFrom(cell, types[at + 1]!, false))
      return filters.get(name)?.(first, ...cells) !== 0
    })
    const chosen = postgresText(sql.replace(call, 'id = ANY(?::bigint[])'))
    return connection.run(chosen, names.nameFor(chosen), [fitting.map(([id]) => id), ...others])
  }

  function all(values: readonly unknown[]): unknown[] {
    const { columns, rows } = run(values)
    return rows.map((row) => {
      if (shape === 'pluck') return cellFrom(row[0] ?? null, columns[0]!.type, safe)
      const cells = row.map((cell, at) => cellFrom(cell, columns[at]!.type, safe))
      return shape === 'raw' ? cells : Object.fromEntries(columns.map(({ name }, at) => [name, cells[at]]))
    })
  }

  const statement = {
    all: (...values: unknown[]) => all(values),
    get: (...values: unknown[]) => all(values)[0],
    iterate: (...values: unknown[]) => all(values)[Symbol.iterator](),
    raw() {
      shape = 'raw'
      return statement
    },
    pluck() {
      shape = 'pluck'
      return statement
    },
    safeIntegers(on = true) {
      safe = on
      return statement
    },
    run() {
      throw new Error('published tables are read-only')
    },
  }
  return statement
}
