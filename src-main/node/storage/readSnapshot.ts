import SqliteDatabase, { type Database } from 'better-sqlite3'
import type { NamedBlock } from '../core/index.ts'
import { plainBytes } from './rows.ts'

/** One committed state of chain.db, however many blocks connect meanwhile. Close it soon: the log cannot shrink before. */
export interface ReadSnapshot {
  /** for reading; do not end its transaction */
  readonly db: Database
  readonly tip: NamedBlock
  close(): void
}

/** Long reads go through tables in key order, so more than this only holds memory, and each one has a connection. SQLite's own is 16 MB. */
const CACHE_KIB = 2_000

/** Opens a second connection, which holds a read transaction until it is closed. */
export function openReadSnapshot(path: string): ReadSnapshot {
  const db = new SqliteDatabase(path, { readonly: true, fileMustExist: true })
  try {
    // The transaction sees what was committed when it reads for the first time.
    db.pragma(`cache_size = -${CACHE_KIB}`)
    db.exec('BEGIN')
    const row = db
      .prepare<[], { height: number; hash: Uint8Array }>(
        'SELECT height, hash FROM blocks WHERE id = (SELECT tip FROM chain_state)',
      )
      .get()
    const tip = row ? { height: row.height, hash: plainBytes(row.hash) } : { height: 0, hash: new Uint8Array(32) }
    return { db, tip, close: () => void db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}
