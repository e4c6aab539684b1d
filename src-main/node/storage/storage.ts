import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase, { type Database, type Statement } from 'better-sqlite3'
import type { Logger } from '../core/index.ts'
import { BLOCK_FOLDER, BlockFiles } from './blockFiles.ts'
import { BlockTable } from './blockTable.ts'
import { moveChainData } from './chainDataMove.ts'
import { DataDirectoryLock } from './dataDirectoryLock.ts'
import { type FreeBytes, readFreeBytes, requireFreeSpace } from './freeSpace.ts'
import { Ledger } from './ledger.ts'
import { type ModuleMigrations, migrate } from './migrate.ts'
import { NotarisationTable } from './notarisationTable.ts'
import { NotaryPayTable } from './notaryPayTable.ts'
import { rejectOtherChain } from './otherChain.ts'
import { ensurePrivateFile, PRIVATE_DIRECTORY, rejectFolder } from './privateFile.ts'
import { chainMigrations } from './schema.ts'
import { SegidTable } from './segidTable.ts'
import { ShieldedTables } from './shieldedTables.ts'
import { type StateRow, StateTable } from './stateRow.ts'
import { explainStorageError, StorageError } from './storageError.ts'
import { restoreBindings, saveBindings, WalletBindings } from './walletBindings.ts'
import { WriteAheadLog } from './writeAheadLog.ts'

export interface DataDirectoryOptions {
  /** created if missing */
  readonly dataDir: string
  /** the chain's four magic bytes, in wire order */
  readonly magic: Uint8Array
  readonly genesisHash: Uint8Array
  /** tables of other modules; those of the chain are added first automatically */
  readonly migrations?: readonly ModuleMigrations[]
  /** drops chain.db first, except for its wallet bindings; all other data is imported again from the block files */
  readonly reindex?: boolean
  /** `-dbcache` in MB: SQLite's pages and cached coins, which also sets the maximum length of the log; default 64 */
  readonly cacheMegabytes?: number
  /** false only in tests: block files are not flushed to disk */
  readonly durable?: boolean
}

export interface StorageDeps {
  readonly logger: Logger
  /** called when the directory is locked, before any of its files is read */
  readonly onLocked?: (() => void) | undefined
  /** default: as reported by the system */
  readonly freeBytes?: FreeBytes | undefined
}

const KILOBYTE = 1024
const DEFAULT_CACHE_MEGABYTES = 64
/**
 * With the default cache, one transaction covers 16 MB of blocks. Twice as much would log a fifth less and use 30 MB
 * more memory, because blocks stay in memory until committed.
 */
const BATCH_BYTES_PER_MEGABYTE = 256 * 1024
/**
 * Five eighths of the cache are SQLite pages and a sixth are unspent outputs: 98,000 with the default, which take 11
 * MB. The rest is for unwritten data of a batch.
 */
const PAGES_KILOBYTES = 640
const COINS_PER_MEGABYTE = 1_536

/**
 * The open data directory. One database transaction at a time: `begin`, changes through tables and ledger, then
 * `commit` or `rollback`. Reads are possible at any time and see the changes of the open transaction.
 */
export class Storage {
  /** for modules with their own tables; only chain begins and ends transactions on it */
  readonly db: Database
  readonly blocks: BlockTable
  readonly ledger: Ledger
  readonly shielded: ShieldedTables
  readonly segids: SegidTable
  readonly notarisations: NotarisationTable
  readonly notaryPay: NotaryPayTable
  readonly files: BlockFiles
  /** written outside the chain's transactions */
  readonly walletBindings: WalletBindings
  /** Bytes of blocks per transaction, such that the changed pages fit into the page cache. */
  readonly batchBytes: number
  readonly #lock: DataDirectoryLock
  readonly #dataDir: string
  readonly #deps: StorageDeps
  readonly #state: StateTable
  readonly #log: WriteAheadLog
  /** size of the page cache in bytes */
  readonly #pageBytes: number
  readonly #statements: { readonly begin: Statement; readonly commit: Statement; readonly rollback: Statement }
  #committed: StateRow

  private constructor(db: Database, lock: DataDirectoryLock, options: DataDirectoryOptions, deps: StorageDeps) {
    const { dataDir, magic, genesisHash, durable = true, cacheMegabytes = DEFAULT_CACHE_MEGABYTES } = options
    this.db = db
    this.#lock = lock
    this.#dataDir = dataDir
    this.#deps = deps
    this.batchBytes = cacheMegabytes * BATCH_BYTES_PER_MEGABYTE
    this.#pageBytes = PAGES_KILOBYTES * KILOBYTE * cacheMegabytes
    this.#log = new WriteAheadLog(db, cacheMegabytes, deps.logger)
    migrate(db, [chainMigrations, ...(options.migrations ?? [])])
    this.#state = new StateTable(db, magic, genesisHash)
    restoreBindings(db, dataDir)
    this.files = new BlockFiles({ folder: join(dataDir, BLOCK_FOLDER), magic, durable })
    this.#committed = this.#state.load()
    rejectShortFiles(this.files, this.#committed)
    this.ledger = new Ledger(db, this.#committed.nextTxNum, cacheMegabytes * COINS_PER_MEGABYTE)
    this.blocks = new BlockTable(db)
    this.shielded = new ShieldedTables(db)
    this.segids = new SegidTable(db)
    this.notarisations = new NotarisationTable(db)
    this.notaryPay = new NotaryPayTable(db)
    this.walletBindings = new WalletBindings(db)
    this.#statements = {
      begin: db.prepare('BEGIN IMMEDIATE'),
      commit: db.prepare('COMMIT'),
      rollback: db.prepare('ROLLBACK'),
    }
  }

  /**
   * Locks the data directory, opens or creates `chain.db`, and migrates its tables.
   * @throws StorageError with a text for the user
   */
  static open(options: DataDirectoryOptions, deps: StorageDeps): Storage {
    const { dataDir } = options
    const path = join(dataDir, 'chain.db')
    try {
      mkdirSync(dataDir, { recursive: true, mode: PRIVATE_DIRECTORY })
    } catch (error) {
      throw explainStorageError(error, dataDir)
    }
    const lock = DataDirectoryLock.acquire(dataDir)
    deps.onLocked?.()
    let db: Database | undefined
    try {
      moveChainData(dataDir)
      for (const ending of ['', '-wal', '-shm']) rejectFolder(`${path}${ending}`)
      for (const folder of [dataDir, join(dataDir, BLOCK_FOLDER)])
        requireFreeSpace(folder, 0, deps.freeBytes ?? readFreeBytes)
      if (options.reindex || !existsSync(path)) {
        rejectOtherChain(dataDir, { magic: options.magic, genesis: options.genesisHash })
        saveBindings(dataDir)
        removeDatabase(path)
      }
      db = openDatabase(path, options.cacheMegabytes ?? DEFAULT_CACHE_MEGABYTES)
      return new Storage(db, lock, options, deps)
    } catch (error) {
      db?.close()
      lock.release()
      throw explainStorageError(error, path)
    }
  }

  /** Returns the state of the last commit. */
  committed(): StateRow {
    return this.#committed
  }

  begin(): void {
    this.#statements.begin.run()
  }

  /** Writes the ledger's unwritten rows, flushes the block files, writes the state and commits. */
  commit({ tip, indexed }: Omit<StateRow, 'nextTxNum'>): void {
    try {
      this.ledger.flush()
      // Bytes first, then the rows that refer to them.
      this.files.sync()
      const next = { tip, indexed, nextTxNum: this.ledger.nextTxNum() }
      this.#state.save(next)
      this.#statements.commit.run()
      this.#committed = next
      this.notarisations.commit()
      this.#log.committed()
    } catch (error) {
      throw explainStorageError(error, this.db.name)
    }
  }

  /** Reverts all changes since `begin`, in the database and in memory. */
  rollback(): void {
    if (this.db.inTransaction) this.#statements.rollback.run()
    this.ledger.discard(this.#committed.nextTxNum)
    this.shielded.discard()
    this.segids.discard()
    this.notarisations.discard()
  }

  /**
   * Checks the free space. Call before writes that may be large. After `setBulk`, space for the pages of one commit is
   * required too.
   * @throws StorageError `io` if a disk has too little free space; nothing was written then
   */
  checkSpace(): void {
    const { freeBytes = readFreeBytes } = this.#deps
    // A checkpoint may enlarge the database by the size of the log.
    const pages = this.#log.isBulk() ? this.#pageBytes : 0
    requireFreeSpace(this.#dataDir, this.#log.size() + pages, freeBytes)
    requireFreeSpace(join(this.#dataDir, BLOCK_FOLDER), 0, freeBytes)
  }

  /**
   * Switches bulk mode, with many blocks per transaction. Checkpoints become rare and run on another thread. They can
   * shorten the log only if no transaction begins during that time, see `isReady`. Switching it off starts a last
   * checkpoint.
   */
  setBulk(on: boolean): void {
    this.#log.setBulk(on)
  }

  /**
   * Blocks for at most `millis` ms. Returns false if a long WAL is still being checkpointed; then the next transaction
   * should not begin yet.
   */
  isReady(millis: number): boolean {
    return this.#log.isReady(millis)
  }

  close(): void {
    if (this.db.inTransaction) this.#statements.rollback.run()
    this.files.close()
    this.#log.close()
    this.db.close()
    this.#lock.release()
    this.#deps.logger.debug('storage closed')
  }
}

/** The files may contain more blocks than the database, which are imported at start, but never fewer. */
function rejectShortFiles(files: BlockFiles, { indexed }: StateRow): void {
  const end = files.end()
  if (end.file > indexed.file || (end.file === indexed.file && end.offset >= indexed.offset)) return
  files.close()
  throw new StorageError(
    'corrupt',
    'The block files are shorter than the chain database says. Start once with -reindex to rebuild it from the blocks that remain.',
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
  return db
}

/**
 * Renames first to make the removal atomic: a database never exists without its log. An interrupted removal leaves a
 * log without a database, which a new database must not adopt.
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
