import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import type { Logger } from '../core/index.ts'
import { BLOCK_FOLDER, type BlockFiles, createBlockFiles } from './blockFiles.ts'
import { type BlockTable, createBlockTable } from './blockTable.ts'
import { createCheckpointer } from './checkpoint/checkpointer.ts'
import { lockDataDirectory } from './dataDirectoryLock.ts'
import { type FreeBytes, readFreeBytes, requireFreeSpace } from './freeSpace.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { type ContractMigrations, migrate } from './migrate.ts'
import { createNotarisationTable, type NotarisationTable } from './notarisationTable.ts'
import { createNotaryPayTable, type NotaryPayTable } from './notaryPayTable.ts'
import { refuseOtherChain } from './otherChain.ts'
import { ensurePrivateFile, PRIVATE_DIRECTORY, refuseFolder } from './privateFile.ts'
import { chainMigrations } from './schema.ts'
import { createSegidTable, type SegidTable } from './segidTable.ts'
import { createShieldedTables, type ShieldedTables } from './shieldedTables.ts'
import { createStateTable, type StateRow, type StateTable } from './stateRow.ts'
import { explainStorageError, StorageError } from './storageError.ts'
import { createWalletBindings, restoreBindings, saveBindings, type WalletBindings } from './walletBindings.ts'

export interface DataDirectoryOptions {
  /** created if it does not exist */
  readonly dataDir: string
  /** the chain's four magic bytes, in wire order */
  readonly magic: Uint8Array
  readonly genesisHash: Uint8Array
  /** tables of other modules; the chain's own come first by themselves */
  readonly migrations?: readonly ContractMigrations[]
  /** drops chain.db first, but for its notes of wallets; everything else is then read in again from the block files */
  readonly reindex?: boolean
  /** `-dbcache`: SQLite's pages and the coins that the ledger remembers, and with it how long the log gets; default 64 */
  readonly cacheMegabytes?: number
  /** false only in tests: block files are not forced to the disk */
  readonly durable?: boolean
}

/**
 * The open data directory. One unit of work at a time: `begin`, changes through tables and ledger, then `commit` or
 * `rollback`. Reads are allowed at any time and see the changes of an open unit.
 */
export interface Storage {
  /** for modules that keep their own tables; only chain begins and ends transactions on it */
  readonly db: Database
  readonly blocks: BlockTable
  readonly ledger: Ledger
  readonly shielded: ShieldedTables
  readonly segids: SegidTable
  readonly notarisations: NotarisationTable
  readonly notaryPay: NotaryPayTable
  readonly files: BlockFiles
  /** outside of any unit of work */
  readonly walletBindings: WalletBindings
  /** the state that the last commit wrote */
  committed(): StateRow
  begin(): void
  /** writes what the ledger holds back, makes the block files durable, writes the state and commits */
  commit(state: Omit<StateRow, 'nextTxNum'>): void
  /** undoes everything since `begin`, in the database and in memory */
  rollback(): void
  /**
   * To be called before anything is written that may become large. After `setBulk` there must also be room for the pages that
   * one commit may write.
   * @throws StorageError `io` if a disk has too little free space; nothing was written then
   */
  checkSpace(): void
  /** Bytes of blocks whose changes are worth one transaction: the pages that they change are collected in the page cache. */
  readonly batchBytes: number
  /**
   * Many blocks in one transaction: checkpoints become rare, and another thread makes them. They can shorten the log only if no
   * unit begins meanwhile, see `isReady`. Ending it begins the last one.
   */
  setBulk(on: boolean): void
  /** False: the log is long and is being copied back, and the next unit should not begin yet. Sleeps so long at most. */
  isReady(millis: number): boolean
  close(): void
}

export interface StorageDeps {
  readonly logger: Logger
  /** called as soon as the directory is ours, before anything in it is looked at */
  readonly onLocked?: (() => void) | undefined
  /** default: the system's answer */
  readonly freeBytes?: FreeBytes | undefined
}

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE
const DEFAULT_CACHE_MEGABYTES = 64
/** Pages of write-ahead log before SQLite copies them back: 4 MB at the tip. */
const CHECKPOINT_PAGES = 1_000
/**
 * Each commit of a bulk import writes the same scattered pages again, more of them the longer the chain is; copied back less
 * often, a page is copied once for several commits. 256 MB of log with the default cache, 1 GB at most.
 */
const BULK_LOG_A_CACHE = 4
const MOST_BULK_LOG = 1024 * MEGABYTE
/** What the log keeps when it begins anew. Without a limit it would keep the size of the largest bulk write for ever. */
const KEPT_LOG = 16 * MEGABYTE
/**
 * With the default cache 16 MB of blocks are a transaction. Twice as much would log a fifth less, and take 30 MB of memory
 * more: blocks stay in memory until they are committed.
 */
const BATCH_BYTES_A_MEGABYTE = 256 * 1024
/**
 * Of the cache, five eighths are pages of SQLite and a sixth are unspent outputs: with the default 98,000, which take 11 MB.
 * The rest is what batches of this size hold until they are written.
 */
const PAGES_KILOBYTES = 640
const REMEMBERED_A_MEGABYTE = 1_536

/**
 * Locks the data directory, opens `chain.db` (creating it if need be) and brings its tables up to date.
 * @throws StorageError with a text for the user
 */
export function createStorage(options: DataDirectoryOptions, deps: StorageDeps): Storage {
  const { dataDir } = options
  const path = join(dataDir, 'chain.db')
  try {
    mkdirSync(dataDir, { recursive: true, mode: PRIVATE_DIRECTORY })
  } catch (error) {
    throw explainStorageError(error, dataDir)
  }
  const lock = lockDataDirectory(dataDir)
  deps.onLocked?.()
  let db: Database | undefined
  try {
    for (const ending of ['', '-wal', '-shm']) refuseFolder(`${path}${ending}`)
    for (const folder of [dataDir, join(dataDir, BLOCK_FOLDER)])
      requireFreeSpace(folder, 0, deps.freeBytes ?? readFreeBytes)
    if (options.reindex || !existsSync(path)) {
      refuseOtherChain(dataDir, { magic: options.magic, genesis: options.genesisHash })
      saveBindings(dataDir)
      removeDatabase(path)
    }
    db = openDatabase(path, options.cacheMegabytes ?? DEFAULT_CACHE_MEGABYTES)
    return assemble(db, options, deps, lock.release)
  } catch (error) {
    db?.close()
    lock.release()
    throw explainStorageError(error, path)
  }
}

/** The files may hold more than the database knows (it is read in at start), never less. */
function refuseShortFiles(files: BlockFiles, { indexed }: StateRow): void {
  const end = files.end()
  if (end.file > indexed.file || (end.file === indexed.file && end.offset >= indexed.offset)) return
  files.close()
  throw new StorageError(
    'corrupt',
    'The block files are shorter than the chain database says. Start once with -reindex to rebuild it from what is there.',
  )
}

function openDatabase(path: string, cacheMegabytes: number): Database {
  ensurePrivateFile(path)
  const db = new SqliteDatabase(path)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = OFF')
  db.pragma('temp_store = MEMORY')
  db.pragma(`cache_size = ${-PAGES_KILOBYTES * cacheMegabytes}`)
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  db.pragma(`journal_size_limit = ${KEPT_LOG}`)
  return db
}

/**
 * Renaming first makes it atomic: there never is a database that lost its log. A log without its database is what an
 * interrupted removal leaves; a new database must not take it for its own.
 */
function removeDatabase(path: string): void {
  if (existsSync(path)) renameSync(path, `${path}.old`)
  removeLog(path)
  rmSync(`${path}.old`, { force: true })
}

function removeLog(path: string): void {
  rmSync(`${path}-wal`, { force: true })
  rmSync(`${path}-shm`, { force: true })
}

function assemble(db: Database, options: DataDirectoryOptions, deps: StorageDeps, release: () => void): Storage {
  const { logger, freeBytes = readFreeBytes } = deps
  migrate(db, [chainMigrations, ...(options.migrations ?? [])])
  const state: StateTable = createStateTable(db, options.magic, options.genesisHash)
  restoreBindings(db, options.dataDir)
  const folder = join(options.dataDir, BLOCK_FOLDER)
  const files = createBlockFiles({ folder, magic: options.magic, durable: options.durable ?? true })
  let committed = state.load()
  refuseShortFiles(files, committed)
  const { cacheMegabytes = DEFAULT_CACHE_MEGABYTES } = options
  const log = createBulkLog(db, cacheMegabytes, logger)
  const ledger = createLedger(db, committed.nextTxNum, cacheMegabytes * REMEMBERED_A_MEGABYTE)
  const shielded = createShieldedTables(db)
  const segids = createSegidTable(db)
  const notarisations = createNotarisationTable(db)
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')

  return {
    db,
    blocks: createBlockTable(db),
    ledger,
    shielded,
    segids,
    notarisations,
    notaryPay: createNotaryPayTable(db),
    files,
    walletBindings: createWalletBindings(db),
    batchBytes: cacheMegabytes * BATCH_BYTES_A_MEGABYTE,
    committed: () => committed,
    begin: () => void begin.run(),
    commit({ tip, indexed }) {
      try {
        ledger.flush()
        // First the bytes, then the rows that point at them.
        files.sync()
        const next = { tip, indexed, nextTxNum: ledger.nextTxNum() }
        state.save(next)
        commit.run()
        committed = next
        notarisations.commit()
        log.committed()
      } catch (error) {
        throw explainStorageError(error, db.name)
      }
    },
    rollback() {
      if (db.inTransaction) rollback.run()
      ledger.discard(committed.nextTxNum)
      shielded.discard()
      segids.discard()
      notarisations.discard()
    },
    checkSpace() {
      // A checkpoint may make the database grow by all of the log.
      const pages = log.isBulk() ? PAGES_KILOBYTES * KILOBYTE * cacheMegabytes : 0
      requireFreeSpace(options.dataDir, log.size() + pages, freeBytes)
      requireFreeSpace(folder, 0, freeBytes)
    },
    setBulk: log.setBulk,
    isReady: log.isReady,
    close() {
      if (db.inTransaction) rollback.run()
      files.close()
      log.close()
      db.close()
      release()
      logger.debug('storage closed')
    },
  }
}

/** When the log is copied back, and by whom. */
function createBulkLog(db: Database, cacheMegabytes: number, logger: Logger) {
  const most = Math.max(KEPT_LOG, Math.min(MOST_BULK_LOG, BULK_LOG_A_CACHE * cacheMegabytes * MEGABYTE))
  const checkpointer = createCheckpointer(db.name, logger)
  const size = (): number => statSync(`${db.name}-wal`, { throwIfNoEntry: false })?.size ?? 0
  let bulk = false
  let waiting = false
  return {
    /** bytes of the log's file */
    size,
    isBulk: () => bulk,
    setBulk(on: boolean): void {
      bulk = on
      db.pragma(`wal_autocheckpoint = ${on ? 0 : CHECKPOINT_PAGES}`)
      if (on) return
      waiting = false
      if (size() > KEPT_LOG) checkpointer.begin()
    },
    committed(): void {
      if (!bulk || size() <= most) return
      checkpointer.begin()
      waiting = true
    },
    isReady(millis: number): boolean {
      if (waiting) waiting = !checkpointer.wait(millis)
      return !waiting
    },
    close: checkpointer.close,
  }
}
