import SqliteDatabase, { type Database } from 'better-sqlite3'
import type { NamedBlock } from '../core/index.ts'
import { plainBytes } from './rows.ts'

/**
 * A committed state of chain.db, unaffected by blocks that connect later. Close it soon, because the log cannot shrink
 * before.
 */
export interface ReadSnapshot {
  /** for reading; do not end its transaction */
  readonly db: Database
  readonly tip: NamedBlock
  close(): void
}

/**
 * Page cache in KiB; SQLite's default is 16 MB. Long reads scan tables in key order, so a larger cache only uses
 * memory, and each snapshot has its own connection.
 */
const CACHE_KIB = 2_000

/** Opens a second connection with a read transaction, which lasts until it is closed. */
export function openReadSnapshot(path: string): ReadSnapshot {
  const db = new SqliteDatabase(path, { readonly: true, fileMustExist: true })
  try {
    // The transaction sees the state committed at its first read.
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
