/**
 * `wallet.db`: keys and the wallet's own transactions, apart from the chain so that a rebuilt chain never touches them.
 *
 * | table   | row                                                                                              |
 * |---------|--------------------------------------------------------------------------------------------------|
 * | keys    | pubkey (33 or 65 bytes), private key (32 bytes), unix time made, source, label, pool position     |
 * | txs     | txid, raw bytes, order of arrival, unix time first seen, the block it is in (null: none), comments |
 * | meta    | name → value: `version`, `scanned` (hash of the last block looked at), `identity`, `fingerprint`  |
 *
 * A key with a pool position was made in advance and has never been shown. The file has mode 0600 and is written with
 * synchronous=FULL: what was acknowledged survives a power cut.
 */
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { DecodeError } from '../util/index.ts'

const VERSION = 1

export interface KeyRow {
  readonly pubkey: Uint8Array
  readonly secret: Uint8Array
  readonly created: number
  readonly source: 'generated' | 'imported'
  /** name in the address book; null: change and mining keys, which are in no address book */
  readonly label: string | null
  /** position in the key pool; null once it was handed out */
  readonly pool: number | null
}

export interface TxRow {
  readonly txid: Uint8Array
  readonly raw: Uint8Array
  /** order of arrival, unique */
  readonly position: number
  readonly received: number
  readonly smartTime: number
  readonly blockHash: Uint8Array | null
  readonly comment: string
  readonly commentTo: string
}

export interface WalletFile {
  keys(): KeyRow[]
  addKeys(rows: readonly KeyRow[]): void
  /** takes a key out of the pool for good */
  handOut(pubkey: Uint8Array, label: string | null): void
  transactions(): TxRow[]
  putTransactions(rows: readonly TxRow[]): void
  meta(name: string): Uint8Array | undefined
  setMeta(name: string, value: Uint8Array): void
  /** runs the writes of `work` as one durable transaction */
  atomically(work: () => void): void
  /** a whole copy, into a file that is empty or not there */
  copyTo(path: string): void
  close(): void
}

export class WalletFileError extends Error {
  override readonly name = 'WalletFileError'
}

function openPrivate(path: string): Database.Database {
  makePrivate(path)
  const db = new Database(path)
  try {
    db.pragma('journal_mode = DELETE')
    db.pragma('synchronous = FULL')
    db.pragma('secure_delete = ON')
    return db
  } catch (error) {
    db.close()
    throw explainWalletError(error, path)
  }
}

/** Created empty with the final mode first, so that there is no instant at which others could read a key. */
function makePrivate(path: string): void {
  try {
    if (!existsSync(path)) closeSync(openSync(path, 'wx', 0o600))
    chmodSync(path, 0o600)
  } catch (error) {
    throw explainWalletError(error, path)
  }
}

/** Damage may lie anywhere in the file and show only when that place is read. Other errors come back as they are. */
export function explainWalletError(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const damaged = code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || error instanceof DecodeError
  if (damaged) {
    return new WalletFileError(
      `The wallet file ${path} is damaged and was left as it is. Restore a backup of it, or move it away to start with an empty wallet.`,
      { cause: error },
    )
  }
  if (!code.startsWith('SQLITE_') && !['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(code)) return error
  return new WalletFileError(
    `The wallet file ${path} cannot be read or written (${code}). Check the disk and its permissions.`,
    { cause: error },
  )
}

function migrate(db: Database.Database, path: string): void {
  const version = db.pragma('user_version', { simple: true }) as number
  if (version > VERSION) {
    throw new WalletFileError(`The wallet file ${path} was written by a newer version of this program.`)
  }
  if (version === VERSION) return
  db.transaction(() => {
    db.exec(`
      CREATE TABLE keys (
        pubkey BLOB PRIMARY KEY, secret BLOB NOT NULL, created INTEGER NOT NULL, source TEXT NOT NULL,
        label TEXT, pool INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE txs (
        txid BLOB PRIMARY KEY, raw BLOB NOT NULL, position INTEGER NOT NULL, received INTEGER NOT NULL,
        smartTime INTEGER NOT NULL, blockHash BLOB, comment TEXT NOT NULL, commentTo TEXT NOT NULL
      ) STRICT;
      CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
    `)
    db.pragma(`user_version = ${VERSION}`)
  })()
}

/** Opens or creates the wallet file; throws WalletFileError with a text for people. */
export function openWalletFile(path: string): WalletFile {
  const db = openPrivate(path)
  migrate(db, path)

  const selectKeys = db.prepare<[], KeyRow>('SELECT * FROM keys ORDER BY created, pubkey')
  const insertKey = db.prepare<[KeyRow]>('INSERT INTO keys VALUES (@pubkey, @secret, @created, @source, @label, @pool)')
  const releaseKey = db.prepare<[string | null, Uint8Array]>('UPDATE keys SET pool = NULL, label = ? WHERE pubkey = ?')
  const selectTxs = db.prepare<[], TxRow>('SELECT * FROM txs ORDER BY position')
  const putTx = db.prepare<[TxRow]>(
    `INSERT OR REPLACE INTO txs VALUES
     (@txid, @raw, @position, @received, @smartTime, @blockHash, @comment, @commentTo)`,
  )
  const getMeta = db.prepare<[string], Uint8Array>('SELECT value FROM meta WHERE name = ?').pluck()
  const putMeta = db.prepare<[string, Uint8Array]>('INSERT OR REPLACE INTO meta VALUES (?, ?)')
  const transaction = db.transaction((work: () => void) => work())

  return {
    keys: () => selectKeys.all(),
    addKeys: (rows) =>
      transaction(() => {
        for (const row of rows) insertKey.run(row)
      }),
    handOut: (pubkey, label) => void releaseKey.run(label, pubkey),
    transactions: () => selectTxs.all(),
    putTransactions: (rows) =>
      transaction(() => {
        for (const row of rows) putTx.run(row)
      }),
    meta: (name) => getMeta.get(name),
    setMeta: (name, value) => void putMeta.run(name, value),
    atomically: (work) => transaction(work),
    copyTo: (path) => void db.prepare('VACUUM INTO ?').run(path),
    close: () => db.close(),
  }
}
