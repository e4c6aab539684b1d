import { sha256 } from '../crypto/index.ts'
import type { Database } from '../storage/index.ts'
import { toHex } from '../util/index.ts'

/** These know of blocks that were taken off, too. */
const OF_THE_TREE: readonly string[] = ['blocks', 'chain_state']

/**
 * A hash of all rows of each table that follows from the connected blocks alone, by its name: two databases hold the same of
 * them if these are equal.
 */
export function tableHashes(db: Database): Readonly<Record<string, string>> {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .pluck()
    .all()
    .filter((table) => !OF_THE_TREE.includes(table))
  return Object.fromEntries(tables.map((table) => [table, hashOf(db, table)]))
}

function hashOf(db: Database, table: string): string {
  const rows = db.prepare<[], unknown[]>(`SELECT * FROM "${table}"`).safeIntegers(true).raw().all()
  const lines = rows.map((row) => row.map(cellText).join('|')).toSorted()
  return toHex(sha256(new TextEncoder().encode(lines.join('\n'))))
}

const cellText = (cell: unknown): string => (cell instanceof Uint8Array ? `x${toHex(cell)}` : `${typeof cell} ${cell}`)
