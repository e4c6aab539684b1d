/**
 * `wallet.db`: keys and the wallet's own transactions, apart from the chain so that a rebuilt chain never touches them.
 *
 * | table      | row                                                                                            |
 * |------------|------------------------------------------------------------------------------------------------|
 * | keys       | public key; secret plain, or sealed, or none where seed and path give it; path, time created,  |
 * |            | source, label, pool position                                                                   |
 * | accounts   | number, extended public key, label, time created                                               |
 * | seed       | at most one: the BIP39 seed of the phrase, plain or sealed; number of words, birthday          |
 * | phrase     | at most one: the entropy of a phrase that this program made, plain or sealed                  |
 * | encryption | at most one: key derivation and the wrapped master key, which seals secrets and seed           |
 * | scripts    | kind (`redeem`: a P2SH redeem script; `watch`: watch-only), script, label                      |
 * | txs        | txid, raw bytes, order of arrival, unix time first seen, the block it is in (null: none), notes,|
 * |            | which output is change (-1: none; null: not known)                                             |
 * | meta       | name → value: `scanned` (hash of the last scanned block), `identity` and `previousIdentity`    |
 * |            | (public keys), `fingerprint`, `moveToPhrase` (coins and tokens that the user agreed to move) … |
 *
 * A key with a pool position is in the key pool: its address was never shown. The file has mode 0600 and is written with
 * synchronous=FULL: what was acknowledged survives a power cut.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { syncFolder } from '../../../files/index.ts'
import { makePrivateFile } from '../../storage/index.ts'
import { DecodeError } from '../../util/index.ts'
import { keepEarlierCopy, wipeEarlierCopies } from './earlierCopy.ts'
import { explainDiskError, explainWalletError, WalletFileError } from './fileErrors.ts'
import { journalOf, wipeJournal } from './journal.ts'
import { createKeyTables, type KeyTables } from './keyTables.ts'
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
  /** which output is change; −1: none; null: not known */
  readonly changeAt: number | null
}

/** A redeem script or a watch-only script. */
export interface ScriptRow {
  readonly kind: 'redeem' | 'watch'
  readonly script: Uint8Array
  readonly label: string | null
  /** unix seconds */
  readonly created: number
}

export interface WalletFile extends KeyTables {
  /** an empty set of keys, to be added in one step */
  stageKeys(): StagedKeys
  /** oldest first */
  scripts(): ScriptRow[]
  /** adds the script, or replaces label and time of the same script of the same kind */
  putScript(row: ScriptRow): void
  transactions(): TxRow[]
  putTransactions(rows: readonly TxRow[]): void
  dropTransaction(txid: Uint8Array): void
  /** all of them or none */
  dropTransactions(txids: readonly Uint8Array[]): void
  meta(name: string): Uint8Array | undefined
  setMeta(name: string, value: Uint8Array): void
  dropMeta(name: string): void
  /** runs the writes of `work` as one durable transaction */
  atomically<T>(work: () => T): T
  /** The same for work that replaces plain secrets by sealed ones; the old bytes are erased by `wipeTraces`. */
  rewrite(work: () => void): void
  /** Rewrites the file and overwrites its journal, so that no deleted bytes stay on the disk, nor a copy of an earlier version. */
  wipeTraces(): void
  /** a whole copy, into a file that is empty or absent */
  copyTo(path: string): void
  close(): void
}

/** the meta entry that says `wipeTraces` is still due */
const TRACES = 'traces'

/** The file has its final mode from its first byte, so that no other user can read a key. */
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
    // Reading the version plays back the journal of a run that was killed; the journal may hold secrets.
    if (existsSync(journalOf(path))) {
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

/** The same file, with disk errors explained to RPC callers. */
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

/** To be called before anything is written: a damaged file must stay as it is. @throws DecodeError, or SQLite's own error */
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

/** A wallet file that was opened and not changed yet. */
export interface FoundWallet {
  /** of the schema; 0: there are no tables */
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

/** Creates a wallet file where there is none: it appears under its name when `fill` has finished. */
export function createWalletFile(path: string, fill: (file: WalletFile) => void): void {
  const unfinished = `${path}.new`
  for (const leftover of [unfinished, journalOf(unfinished)]) rmSync(leftover, { force: true })
  const file = openWalletFile(unfinished)
  try {
    fill(file)
  } finally {
    file.close()
  }
  if (existsSync(path)) throw new WalletFileError(`The wallet file ${path} has just been put there. Start again.`)
  try {
    renameSync(unfinished, path)
    syncFolder(dirname(path))
  } catch (error) {
    throw explainWalletError(error, path)
  }
}

/**
 * Opens or creates the wallet file.
 * @param admit may refuse the file by throwing, before anything in it is changed
 * @throws WalletFileError with a text for people
 */
export function openWalletFile(path: string, admit?: (found: FoundWallet) => void): WalletFile {
  const db = openPrivate(path)
  try {
    checkWhole(db)
    admit?.(foundIn(db))
    migrate(db, path)
    const file = statementsOf(db, path)
    // An earlier run ended between encrypting and erasing.
    if (file.meta(TRACES)) file.wipeTraces()
    return withExplainedErrors(file)
  } catch (error) {
    db.close()
    throw explainWalletError(error, path)
  }
}

function statementsOf(db: Database.Database, path: string): WalletFile {
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
