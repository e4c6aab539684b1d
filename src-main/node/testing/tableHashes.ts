import { sha256 } from '../crypto/index.ts'
import type { Database } from '../storage/index.ts'
import { toHex } from '../util/index.ts'

/** Tables that also contain disconnected blocks. */
const OF_THE_TREE: readonly string[] = ['blocks', 'chain_state']

/**
 * Returns, by table name, a hash of all rows of each table that depends on the connected blocks alone. Equal hashes
 * mean that two databases have the same content.
 */
export function tableHashes(db: Database): Readonly<Record<string, string>> {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .pluck()
    .all()
    .filter((table) => !OF_THE_TREE.includes(table))
  return Object.fromEntries(tables.map((table) => [table, hashTable(db, table)]))
}

function hashTable(db: Database, table: string): string {
  const rows = db.prepare<[], unknown[]>(`SELECT * FROM "${table}"`).safeIntegers(true).raw().all()
  const lines = rows.map((row) => row.map(cellText).join('|')).toSorted()
  return toHex(sha256(new TextEncoder().encode(lines.join('\n'))))
}

const cellText = (cell: unknown): string => (cell instanceof Uint8Array ? `x${toHex(cell)}` : `${typeof cell} ${cell}`)
