import Database from 'better-sqlite3'

export interface FirstVersionKey {
  readonly pubkey: Uint8Array
  readonly secret: Uint8Array
  readonly created: number
  readonly label: string | null
  readonly pool: number | null
}

/** Writes a wallet file of version 1. @param fill adds further content */
export function writeFirstVersion(
  path: string,
  keys: readonly FirstVersionKey[],
  fill: (db: Database.Database) => void = () => undefined,
): void {
  const db = new Database(path)
  db.exec(`
    CREATE TABLE keys (pubkey BLOB PRIMARY KEY, secret BLOB NOT NULL, created INTEGER NOT NULL, source TEXT NOT NULL,
      label TEXT, pool INTEGER) STRICT, WITHOUT ROWID;
    CREATE TABLE txs (txid BLOB PRIMARY KEY, raw BLOB NOT NULL, position INTEGER NOT NULL, received INTEGER NOT NULL,
      smartTime INTEGER NOT NULL, blockHash BLOB, comment TEXT NOT NULL, commentTo TEXT NOT NULL) STRICT;
    CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
  `)
  const insert = db.prepare("INSERT INTO keys VALUES (@pubkey, @secret, @created, 'generated', @label, @pool)")
  for (const key of keys) insert.run(key)
  fill(db)
  db.pragma('user_version = 1')
  db.close()
}
