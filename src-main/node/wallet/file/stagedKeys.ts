import type Database from 'better-sqlite3'
import type { KeyRow, StoredSecret } from './keyTables.ts'

/**
 * Keys that are to be added to the file in one step. Until then they are in a temporary table in memory: filling it is most
 * of the work, and is done in steps that yield to the event loop.
 */
export interface StagedKeys {
  /** false: a key with this public key is staged already, and stays */
  add(row: KeyRow & StoredSecret): boolean
  /** public keys whose secret is not sealed */
  plain(): Uint8Array[]
  secretOf(pubkey: Uint8Array): StoredSecret | undefined
  /** replaces the plain secret by the encrypted one */
  seal(pubkey: Uint8Array, sealed: Uint8Array): void
  /** Inside a durable step: adds the keys that the file does not have; how many these were. */
  store(): number
  /** deletes and overwrites them in memory */
  forget(): void
}

const COLUMNS = 'pubkey, secret, sealed, account, chain, child, created, source, label, pool'

/** Stages keys of an open wallet file, whose temporary tables are in memory. */
export function createKeyStage(db: Database.Database): () => StagedKeys {
  db.exec(`
    CREATE TEMP TABLE staged (
      batch INTEGER NOT NULL, pubkey BLOB NOT NULL, secret BLOB, sealed BLOB, account INTEGER, chain INTEGER, child INTEGER,
      created INTEGER NOT NULL, source TEXT NOT NULL, label TEXT, pool INTEGER, PRIMARY KEY (batch, pubkey)
    ) STRICT, WITHOUT ROWID`)
  db.pragma('temp.secure_delete = ON')
  const insert = db.prepare(
    `INSERT INTO temp.staged (batch, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  const plain = db
    .prepare<[number], Uint8Array>('SELECT pubkey FROM temp.staged WHERE batch = ? AND secret IS NOT NULL')
    .pluck()
  const secret = db.prepare<[number, Uint8Array], StoredSecret>(
    'SELECT secret, sealed FROM temp.staged WHERE batch = ? AND pubkey = ?',
  )
  const seal = db.prepare('UPDATE temp.staged SET secret = NULL, sealed = ? WHERE batch = ? AND pubkey = ?')
  // In the key order of the target table, which takes an eighth of the time of adding them one by one.
  const store = db.prepare<[number]>(
    `INSERT INTO keys (${COLUMNS}) SELECT ${COLUMNS} FROM temp.staged WHERE batch = ? ORDER BY pubkey ON CONFLICT (pubkey) DO NOTHING`,
  )
  const forget = db.prepare<[number]>('DELETE FROM temp.staged WHERE batch = ?')
  let batches = 0

  return () => {
    const batch = batches++
    return {
      add({ pubkey, secret, sealed, path, created, source, label, pool }) {
        const place = [path?.account ?? null, path?.chain ?? null, path?.child ?? null]
        return insert.run(batch, pubkey, secret, sealed, ...place, created, source, label, pool).changes === 1
      },
      plain: () => plain.all(batch),
      secretOf: (pubkey) => secret.get(batch, pubkey),
      seal: (pubkey, sealed) => void seal.run(sealed, batch, pubkey),
      store: () => store.run(batch).changes,
      forget: () => void forget.run(batch),
    }
  }
}
