import type Database from 'better-sqlite3'

/** Version of the file format that this program writes. Older files are migrated, newer ones rejected. */
export const WALLET_FILE_VERSION = 5

const FIRST = `
  CREATE TABLE keys (
    pubkey BLOB PRIMARY KEY, secret BLOB NOT NULL, created INTEGER NOT NULL, source TEXT NOT NULL,
    label TEXT, pool INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE txs (
    txid BLOB PRIMARY KEY, raw BLOB NOT NULL, position INTEGER NOT NULL, received INTEGER NOT NULL,
    smartTime INTEGER NOT NULL, blockHash BLOB, comment TEXT NOT NULL, commentTo TEXT NOT NULL
  ) STRICT;
  CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
`

/** Stores a key's secret plain or sealed, or not at all if seed and path derive it. */
const SECOND = `
  ALTER TABLE keys RENAME TO keysBefore;
  CREATE TABLE keys (
    pubkey BLOB PRIMARY KEY, secret BLOB, sealed BLOB, account INTEGER, chain INTEGER, child INTEGER,
    created INTEGER NOT NULL, source TEXT NOT NULL, label TEXT, pool INTEGER,
    CHECK ((secret IS NOT NULL) + (sealed IS NOT NULL) + (account IS NOT NULL) = 1),
    CHECK ((account IS NULL) = (chain IS NULL) AND (account IS NULL) = (child IS NULL))
  ) STRICT, WITHOUT ROWID;
  INSERT INTO keys (pubkey, secret, created, source, label, pool)
    SELECT pubkey, secret, created, source, label, pool FROM keysBefore;
  DROP TABLE keysBefore;
  CREATE UNIQUE INDEX keysByPath ON keys (account, chain, child) WHERE account IS NOT NULL;
  CREATE TABLE accounts (
    account INTEGER PRIMARY KEY, extended TEXT NOT NULL, label TEXT, created INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE seed (
    id INTEGER PRIMARY KEY CHECK (id = 1), plain BLOB, sealed BLOB, words INTEGER NOT NULL, birth INTEGER NOT NULL,
    CHECK ((plain IS NULL) <> (sealed IS NULL))
  ) STRICT;
  CREATE TABLE encryption (
    id INTEGER PRIMARY KEY CHECK (id = 1), kdf TEXT NOT NULL, cost INTEGER NOT NULL, blockSize INTEGER NOT NULL,
    parallel INTEGER NOT NULL, salt BLOB NOT NULL, wrapped BLOB NOT NULL
  ) STRICT;
  CREATE TABLE scripts (
    kind TEXT NOT NULL CHECK (kind IN ('redeem', 'watch')), script BLOB NOT NULL, label TEXT, created INTEGER NOT NULL,
    PRIMARY KEY (kind, script)
  ) STRICT, WITHOUT ROWID;
`

/** Null if the change output is unknown. */
const THIRD = 'ALTER TABLE txs ADD COLUMN changeAt INTEGER'

/** The phrase, if this program generated it: 16 or 32 bytes of entropy, plain or sealed like the seed. */
const FOURTH = `
  CREATE TABLE phrase (
    id INTEGER PRIMARY KEY CHECK (id = 1), plain BLOB, sealed BLOB, CHECK ((plain IS NULL) <> (sealed IS NULL))
  ) STRICT;
`

/** Data of wallets moved in: shielded keys, labels of foreign addresses, and notes of transactions by their id. */
const FIFTH = `
  CREATE TABLE shielded (
    kind TEXT NOT NULL CHECK (kind <> ''), id BLOB NOT NULL, plain BLOB, sealed BLOB,
    PRIMARY KEY (kind, id), CHECK ((plain IS NULL) <> (sealed IS NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE names (address TEXT PRIMARY KEY, label TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE txNotes (
    txid BLOB PRIMARY KEY, received INTEGER NOT NULL, comment TEXT NOT NULL, commentTo TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`

const STEPS = [FIRST, SECOND, THIRD, FOURTH, FIFTH] as const

/** Runs the missing migrations as one durable transaction: a crash leaves the file unchanged. */
export function migrateWalletFile(db: Database.Database, version: number): void {
  db.transaction(() => {
    for (const step of STEPS.slice(version)) db.exec(step)
    db.pragma(`user_version = ${WALLET_FILE_VERSION}`)
  }).immediate()
}
