/**
 * `wallet.db`: keys and the wallet's own transactions, separate from the chain, so that rebuilding the chain never
 * changes them.
 *
 * * keys: public key; secret plain, sealed, or absent if seed and path derive it; path, creation time, source, label,
 *   pool position
 * * accounts: number, extended public key, label, creation time
 * * seed (at most one row): the BIP39 seed of the phrase, plain or sealed; number of words, birthday
 * * phrase (at most one row): the entropy of a phrase that this program generated, plain or sealed
 * * encryption (at most one row): key derivation and the wrapped master key, which seals secrets and seed
 * * scripts: kind (`redeem`: a P2SH redeem script; `watch`: watch-only), script, label
 * * txs: txid, raw bytes, order of arrival, unix time first seen, hash of its block (null if unconfirmed), notes, index
 *   of the change output (-1 for no change, null if unknown)
 * * shielded, names, txNotes: data of wallets moved in (`movedTables.ts`); shielded keys are plain or sealed
 * * meta: name → value: `scanned` (hash of the last scanned block), `identity` and `previousIdentity` (public keys),
 *   `fingerprint`, `moveToPhrase` (coins and tokens that the user agreed to move) …
 *
 * A key with a pool position is in the key pool: its address was never shown. The file has mode 0600 and is written
 * with synchronous=FULL, so that acknowledged writes survive a power failure.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { syncFolder } from '../../../files/index.ts'
import { makePrivateFile } from '../../storage/index.ts'
import { DecodeError } from '../../util/index.ts'
import { keepEarlierCopy, wipeEarlierCopies } from './earlierCopy.ts'
import { explainDiskError, explainWalletError, WalletFileError } from './fileErrors.ts'
import { journalPath, wipeJournal } from './journal.ts'
import { createKeyTables, type KeyTables } from './keyTables.ts'
import { createMovedTables, type MovedTables } from './movedTables.ts'
import { migrateWalletFile, WALLET_FILE_VERSION } from './schema.ts'
import { KeyStage, type StagedKeys } from './stagedKeys.ts'

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
  /** index of the change output; −1 for no change, null if unknown */
  readonly changeAt: number | null
}

export interface ScriptRow {
  readonly kind: 'redeem' | 'watch'
  readonly script: Uint8Array
  readonly label: string | null
  /** unix seconds */
  readonly created: number
}

export interface WalletFile extends KeyTables, MovedTables {
  /** returns an empty set of keys, to be added in one step */
  stageKeys(): StagedKeys
  /** oldest first */
  scripts(): ScriptRow[]
  /** adds the script, or replaces label and time if the file has this script with this kind */
  putScript(row: ScriptRow): void
  transactions(): TxRow[]
  putTransactions(rows: readonly TxRow[]): void
  dropTransaction(txid: Uint8Array): void
  /** drops all or none */
  dropTransactions(txids: readonly Uint8Array[]): void
  meta(name: string): Uint8Array | undefined
  setMeta(name: string, value: Uint8Array): void
  dropMeta(name: string): void
  /** runs the writes of `work` as one durable transaction */
  atomically<T>(work: () => T): T
  /** Like `atomically`, for work that replaces plain secrets with sealed ones. `wipeTraces` erases the old bytes. */
  rewrite(work: () => void): void
  /**
   * Rewrites the file, overwrites its journal and removes copies of earlier versions, so that no deleted bytes stay on
   * the disk.
   */
  wipeTraces(): void
  /** writes a complete copy into an empty or absent file */
  copyTo(path: string): void
  close(): void
}

/** meta entry that is set while `wipeTraces` is due */
const TRACES = 'traces'

/** Opens the file with its final mode from the first byte, so that no other user can read a key. */
function openDatabase(path: string): Database.Database {
  try {
    makePrivateFile(path)
    return new Database(path)
  } catch (error) {
    throw explainWalletError(error, path)
  }
}

function openPrivate(path: string): Database.Database {
  const db = openDatabase(path)
  try {
    // Reading the version replays the journal of a killed run, which may contain secrets.
    if (existsSync(journalPath(path))) {
      db.pragma('journal_mode = PERSIST')
      db.pragma('user_version')
      wipeJournal(path)
    }
    db.pragma('journal_mode = DELETE')
    db.pragma('temp_store = MEMORY')
    db.pragma('synchronous = FULL')
    db.pragma('secure_delete = ON')
    return db
  } catch (error) {
    db.close()
    throw explainWalletError(error, path)
  }
}

/** Returns the file with disk errors explained to RPC callers. */
function withExplainedErrors(file: WalletFile): WalletFile {
  const guard = (work: (...given: never[]) => unknown) => {
    return (...given: never[]) => {
      try {
        return work(...given)
      } catch (error) {
        throw explainDiskError(error)
      }
    }
  }
  return Object.fromEntries(Object.entries(file).map(([name, work]) => [name, guard(work)])) as unknown as WalletFile
}

/**
 * Checks the file before anything is written: a damaged file must stay unchanged.
 * @throws DecodeError, or SQLite's own error
 */
function checkWhole(db: Database.Database): void {
  const state = db.pragma('quick_check(1)', { simple: true })
  if (state !== 'ok') throw new DecodeError(`the wallet file is damaged: ${String(state)}`)
}

function migrate(db: Database.Database, path: string): void {
  const version = db.pragma('user_version', { simple: true }) as number
  if (version > WALLET_FILE_VERSION) {
    throw new WalletFileError(`The wallet file ${path} was written by a newer version of this program.`)
  }
  if (version > 0 && version < WALLET_FILE_VERSION) keepEarlierCopy(db, path, version)
  if (version < WALLET_FILE_VERSION) migrateWalletFile(db, version)
}

/** Wallet file that was opened and not changed yet. */
export interface FoundWallet {
  /** schema version; 0 if there are no tables */
  readonly version: number
  meta(name: string): Uint8Array | undefined
  keys(): readonly { readonly pubkey: Uint8Array }[]
}

function foundIn(db: Database.Database): FoundWallet {
  return {
    version: db.pragma('user_version', { simple: true }) as number,
    meta: (name) => db.prepare<[string], Uint8Array>('SELECT value FROM meta WHERE name = ?').pluck().get(name),
    keys: () => db.prepare<[], { readonly pubkey: Uint8Array }>('SELECT pubkey FROM keys').all(),
  }
}

/** Creates a missing wallet file, which gets its final name after `fill` has finished. */
export function createWalletFile(path: string, fill: (file: WalletFile) => void): void {
  const unfinished = `${path}.new`
  for (const leftover of [unfinished, journalPath(unfinished)]) rmSync(leftover, { force: true })
  const file = openWalletFile(unfinished)
  try {
    fill(file)
  } finally {
    file.close()
  }
  if (existsSync(path)) throw new WalletFileError(`The wallet file ${path} has just appeared. Start again.`)
  try {
    renameSync(unfinished, path)
    syncFolder(dirname(path))
  } catch (error) {
    throw explainWalletError(error, path)
  }
}

/**
 * Opens or creates the wallet file.
 * @param admit may reject the file by throwing, before it is changed
 * @throws WalletFileError with a text for users
 */
export function openWalletFile(path: string, admit?: (found: FoundWallet) => void): WalletFile {
  const db = openPrivate(path)
  try {
    checkWhole(db)
    admit?.(foundIn(db))
    migrate(db, path)
    const file = createStatements(db, path)
    // An earlier run ended between encrypting and erasing.
    if (file.meta(TRACES)) file.wipeTraces()
    return withExplainedErrors(file)
  } catch (error) {
    db.close()
    throw explainWalletError(error, path)
  }
}

function createStatements(db: Database.Database, path: string): WalletFile {
  const keyStage = new KeyStage(db)
  const selectScripts = db.prepare<[], ScriptRow>('SELECT * FROM scripts ORDER BY created, script')
  const putScript = db.prepare<[ScriptRow]>('INSERT OR REPLACE INTO scripts VALUES (@kind, @script, @label, @created)')
  const selectTxs = db.prepare<[], TxRow>('SELECT * FROM txs ORDER BY position')
  const putTx = db.prepare<[TxRow]>(
    `INSERT OR REPLACE INTO txs VALUES
     (@txid, @raw, @position, @received, @smartTime, @blockHash, @comment, @commentTo, @changeAt)`,
  )
  const dropTx = db.prepare<[Uint8Array]>('DELETE FROM txs WHERE txid = ?')
  const getMeta = db.prepare<[string], Uint8Array>('SELECT value FROM meta WHERE name = ?').pluck()
  const putMeta = db.prepare<[string, Uint8Array]>('INSERT OR REPLACE INTO meta VALUES (?, ?)')
  const dropMeta = db.prepare<[string]>('DELETE FROM meta WHERE name = ?')
  const transaction = db.transaction((work: () => unknown) => work())

  return {
    ...createKeyTables(db),
    ...createMovedTables(db),
    stageKeys: () => keyStage.open(),
    scripts: () => selectScripts.all(),
    putScript: (row) => void putScript.run(row),
    transactions: () => selectTxs.all(),
    putTransactions: (rows) =>
      transaction(() => {
        for (const row of rows) putTx.run(row)
      }),
    dropTransaction: (txid) => void dropTx.run(txid),
    dropTransactions: (txids) =>
      transaction(() => {
        for (const txid of txids) dropTx.run(txid)
      }),
    meta: (name) => getMeta.get(name),
    setMeta: (name, value) => void putMeta.run(name, value),
    dropMeta: (name) => void dropMeta.run(name),
    atomically: <T>(work: () => T) => transaction(work) as T,
    rewrite(work) {
      db.pragma('journal_mode = PERSIST')
      transaction(() => {
        work()
        putMeta.run(TRACES, Uint8Array.of(1))
      })
    },
    wipeTraces() {
      db.pragma('journal_mode = PERSIST')
      db.exec('VACUUM')
      wipeEarlierCopies(path)
      dropMeta.run(TRACES)
      wipeJournal(path)
      db.pragma('journal_mode = DELETE')
      db.pragma('shrink_memory')
    },
    copyTo: (path) => void db.prepare('VACUUM INTO ?').run(path),
    close: () => db.close(),
  }
}
