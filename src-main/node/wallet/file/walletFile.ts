/**
 * `wallet.db`: keys and the wallet's own transactions, apart from the chain so that a rebuilt chain never touches them.
 *
 * | table      | row                                                                                            |
 * |------------|------------------------------------------------------------------------------------------------|
 * | keys       | public key; secret plain, or sealed, or none because seed and path give it; path, time made,   |
 * |            | source, label, pool position                                                                   |
 * | accounts   | number, extended public key, label, time made                                                  |
 * | seed       | at most one: what BIP39 makes of the phrase, plain or sealed; its words' count, its birth      |
 * | encryption | at most one: how the passphrase opens the master key that seals secrets and seed               |
 * | scripts    | kind (`redeem`: a script that a hash stands for; `watch`: one without keys), script, label     |
 * | txs        | txid, raw bytes, order of arrival, unix time first seen, the block it is in (null: none), notes,|
 * |            | which output is change (-1: none; null: not known)                                             |
 * | meta       | name → value: `scanned` (hash of the last block looked at), `identity`, `fingerprint` …         |
 *
 * A key with a pool position was made in advance and has never been shown. The file has mode 0600 and is written with
 * synchronous=FULL: what was acknowledged survives a power cut.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { syncFolder } from '../../storage/index.ts'
import { DecodeError } from '../../util/index.ts'
import { createKeyTables, type KeyTables } from './keyTables.ts'
import { migrateWalletFile, WALLET_FILE_VERSION } from './schema.ts'
import { createKeyStage, type StagedKeys } from './stagedKeys.ts'

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

/** A script that the wallet knows of: what a script hash stands for, or one that is only looked at. */
export interface ScriptRow {
  readonly kind: 'redeem' | 'watch'
  readonly script: Uint8Array
  readonly label: string | null
  /** unix seconds */
  readonly created: number
}

export interface WalletFile extends KeyTables {
  /** an empty set of keys, to be added at a stroke */
  stageKeys(): StagedKeys
  /** oldest first */
  scripts(): ScriptRow[]
  /** adds it, or replaces label and time of the same script of the same kind */
  putScript(row: ScriptRow): void
  transactions(): TxRow[]
  putTransactions(rows: readonly TxRow[]): void
  dropTransaction(txid: Uint8Array): void
  meta(name: string): Uint8Array | undefined
  setMeta(name: string, value: Uint8Array): void
  dropMeta(name: string): void
  /** runs the writes of `work` as one durable transaction */
  atomically<T>(work: () => T): T
  /** The same for work that replaces plain secrets by sealed ones; the old bytes are gone when `wipeTraces` has returned. */
  rewrite(work: () => void): void
  /** Writes the file anew, so that nothing stays of what it held before, neither in it nor beside it. */
  wipeTraces(): void
  /** a whole copy, into a file that is empty or not there */
  copyTo(path: string): void
  close(): void
}

/** name of the note that `wipeTraces` is still to be done */
const TRACES = 'traces'

/** What a person has to settle before the node goes on. */
export interface WalletProblem {
  /** `empty`: there is a file, and no wallet in it; `foreign`: it is another wallet than the chain was used with */
  readonly kind: 'missing' | 'empty' | 'foreign' | 'damaged'
  readonly path: string
  /** first digits of the id of the wallet that the chain was used with; null: not known */
  readonly expected: string | null
  /** of the wallet that is there */
  readonly found: string | null
  /** unix seconds: since when it was used with the chain */
  readonly noted: number | null
  /** the one that is there was used with the chain before */
  readonly earlier: boolean
}

export class WalletFileError extends Error {
  override readonly name = 'WalletFileError'
  readonly problem: WalletProblem | null

  constructor(told: string | WalletProblem, options?: ErrorOptions) {
    super(typeof told === 'string' ? told : describeProblem(told), options)
    this.problem = typeof told === 'string' ? null : told
  }
}

function describeProblem({ kind, path, expected, found, noted, earlier }: WalletProblem): string {
  const since = noted === null ? '' : `, noted on ${new Date(noted * 1000).toISOString().slice(0, 10)}`
  const known = expected === null ? '' : ` (${expected}${since})`
  const back = `Put it or a backup of it back there and start again, or start once with -newwallet`
  const anew =
    'to begin with a new, empty wallet: without the old file or its recovery phrase its coins cannot be spent.'
  if (kind === 'missing')
    return `The wallet file ${path} is missing, but this chain was used with a wallet${known}. ${back} ${anew}`
  if (kind === 'empty')
    return `There is no wallet in the file ${path}, but this chain was used before${known}. ${back} ${anew} The file that is there is kept under another name.`
  if (kind === 'foreign') {
    const other = `${found === null ? '' : ` ${found}`}${earlier ? ', which it was used with before' : ''}`
    return `The wallet file ${path} holds another wallet${other}, not the one that this chain is used with${known}. Put that one back, or start once with -newwallet to go on with the one that is there. Nothing is deleted.`
  }
  return `The wallet file ${path} is damaged and was left as it is. Restore a backup of it, or start once with -newwallet to keep it under another name and begin with an empty wallet.`
}

function openPrivate(path: string): Database.Database {
  makePrivate(path)
  const db = new Database(path)
  try {
    // What a run that was killed left there has been played back when the version is read; it may hold secrets.
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

export const journalOf = (path: string) => `${path}-journal`

/** Writes zeros over it: to take a file away leaves its bytes on the disk. */
function wipeJournal(path: string): void {
  const journal = journalOf(path)
  if (!existsSync(journal)) return
  const file = openSync(journal, 'r+')
  try {
    const nothing = new Uint8Array(64 * 1024)
    for (let left = fstatSync(file).size, at = 0; left > 0; ) {
      const written = writeSync(file, nothing, 0, Math.min(left, nothing.length), at)
      left -= written
      at += written
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
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
export function explainWalletError(failure: unknown, path: string): unknown {
  const error = failure instanceof RpcError && failure.cause !== undefined ? failure.cause : failure
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const damaged = code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || error instanceof DecodeError
  if (damaged) {
    const problem = { kind: 'damaged', path, expected: null, found: null, noted: null, earlier: false } as const
    return new WalletFileError(problem, { cause: error })
  }
  if (!code.startsWith('SQLITE_') && !['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(code)) return error
  return new WalletFileError(
    `The wallet file ${path} cannot be read or written (${code}). Check the disk and its permissions.`,
    { cause: error },
  )
}

const DISK_TROUBLE = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB)/

/** The same for those who call methods while the node runs. Other errors come back as they are. */
function explainToCaller(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!DISK_TROUBLE.test(code)) return error
  const text = `The wallet file cannot be read or written (${code}). Check the disk and its permissions.`
  return new RpcError(RPC_ERROR.DATABASE, text, { cause: error })
}

function guarded(file: WalletFile): WalletFile {
  const guard = (work: (...given: never[]) => unknown) => {
    return (...given: never[]) => {
      try {
        return work(...given)
      } catch (error) {
        throw explainToCaller(error)
      }
    }
  }
  return Object.fromEntries(Object.entries(file).map(([name, work]) => [name, guard(work)])) as unknown as WalletFile
}

/** Before anything is written: a damaged file must be left as it is. @throws DecodeError, or SQLite's own error */
function checkWhole(db: Database.Database): void {
  const state = db.pragma('quick_check(1)', { simple: true })
  if (state !== 'ok') throw new DecodeError(`the wallet file is damaged: ${String(state)}`)
}

function migrate(db: Database.Database, path: string): void {
  const version = db.pragma('user_version', { simple: true }) as number
  if (version > WALLET_FILE_VERSION) {
    throw new WalletFileError(`The wallet file ${path} was written by a newer version of this program.`)
  }
  if (version < WALLET_FILE_VERSION) migrateWalletFile(db, version)
}

/** A wallet file before anything in it is changed. */
export interface FoundWallet {
  /** of the tables; 0: there are none */
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

/** Makes an empty wallet file where there is none: it appears when `fill` is through, whole. */
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
 * @param admit may refuse it by an error, before anything in it is changed
 * @throws WalletFileError with a text for people
 */
export function openWalletFile(path: string, admit?: (found: FoundWallet) => void): WalletFile {
  const db = openPrivate(path)
  try {
    checkWhole(db)
    admit?.(foundIn(db))
    migrate(db, path)
    const file = statementsOf(db, path)
    // A run that ended between the two steps.
    if (file.meta(TRACES)) file.wipeTraces()
    return guarded(file)
  } catch (error) {
    db.close()
    throw explainWalletError(error, path)
  }
}

function statementsOf(db: Database.Database, path: string): WalletFile {
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
    stageKeys: createKeyStage(db),
    scripts: () => selectScripts.all(),
    putScript: (row) => void putScript.run(row),
    transactions: () => selectTxs.all(),
    putTransactions: (rows) =>
      transaction(() => {
        for (const row of rows) putTx.run(row)
      }),
    dropTransaction: (txid) => void dropTx.run(txid),
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
      dropMeta.run(TRACES)
      wipeJournal(path)
      db.pragma('journal_mode = DELETE')
      db.pragma('shrink_memory')
    },
    copyTo: (path) => void db.prepare('VACUUM INTO ?').run(path),
    close: () => db.close(),
  }
}
