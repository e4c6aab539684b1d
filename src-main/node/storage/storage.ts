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
import { type ContractMigrations, migrate } from './migrate.ts'
import { NotarisationTable } from './notarisationTable.ts'
import { NotaryPayTable } from './notaryPayTable.ts'
import { refuseOtherChain } from './otherChain.ts'
import { ensurePrivateFile, PRIVATE_DIRECTORY, refuseFolder } from './privateFile.ts'
import { chainMigrations } from './schema.ts'
import { SegidTable } from './segidTable.ts'
import { ShieldedTables } from './shieldedTables.ts'
import { type StateRow, StateTable } from './stateRow.ts'
import { explainStorageError, StorageError } from './storageError.ts'
import { restoreBindings, saveBindings, WalletBindings } from './walletBindings.ts'
import { WriteAheadLog } from './writeAheadLog.ts'

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

export interface StorageDeps {
  readonly logger: Logger
  /** called as soon as the directory is ours, before anything in it is looked at */
  readonly onLocked?: (() => void) | undefined
  /** default: the system's answer */
  readonly freeBytes?: FreeBytes | undefined
}

const KILOBYTE = 1024
const DEFAULT_CACHE_MEGABYTES = 64
/**
 * With the default cache 16 MB of blocks are a transaction. Twice as much would log a fifth less, and take 30 MB of memory
 * more: blocks stay in memory until they are committed.
 */
const BATCH_BYTES_PER_MEGABYTE = 256 * 1024
/**
 * Of the cache, five eighths are pages of SQLite and a sixth are unspent outputs: with the default 98,000, which take 11 MB.
 * The rest is what batches of this size hold until they are written.
 */
const PAGES_KILOBYTES = 640
const COINS_PER_MEGABYTE = 1_536

/**
 * The open data directory. One unit of work at a time: `begin`, changes through tables and ledger, then `commit` or
 * `rollback`. Reads are allowed at any time and see the changes of an open unit.
 */
export class Storage {
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
  /** Bytes of blocks whose changes are worth one transaction: the pages that they change are collected in the page cache. */
  readonly batchBytes: number
  readonly #lock: DataDirectoryLock
  readonly #dataDir: string
  readonly #deps: StorageDeps
  readonly #state: StateTable
  readonly #log: WriteAheadLog
  /** bytes of the page cache */
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
    refuseShortFiles(this.files, this.#committed)
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
   * Locks the data directory, opens `chain.db` (creating it if need be) and brings its tables up to date.
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
      for (const ending of ['', '-wal', '-shm']) refuseFolder(`${path}${ending}`)
      for (const folder of [dataDir, join(dataDir, BLOCK_FOLDER)])
        requireFreeSpace(folder, 0, deps.freeBytes ?? readFreeBytes)
      if (options.reindex || !existsSync(path)) {
        refuseOtherChain(dataDir, { magic: options.magic, genesis: options.genesisHash })
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

  /** Returns the state that the last commit wrote. */
  committed(): StateRow {
    return this.#committed
  }

  begin(): void {
    this.#statements.begin.run()
  }

  /** Writes what the ledger holds back, makes the block files durable, writes the state and commits. */
  commit({ tip, indexed }: Omit<StateRow, 'nextTxNum'>): void {
    try {
      this.ledger.flush()
      // First the bytes, then the rows that point at them.
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

  /** Undoes everything since `begin`, in the database and in memory. */
  rollback(): void {
    if (this.db.inTransaction) this.#statements.rollback.run()
    this.ledger.discard(this.#committed.nextTxNum)
    this.shielded.discard()
    this.segids.discard()
    this.notarisations.discard()
  }

  /**
   * To be called before anything is written that may become large. After `setBulk` there must also be room for the pages that
   * one commit may write.
   * @throws StorageError `io` if a disk has too little free space; nothing was written then
   */
  checkSpace(): void {
    const { freeBytes = readFreeBytes } = this.#deps
    // A checkpoint may make the database grow by all of the log.
    const pages = this.#log.isBulk() ? this.#pageBytes : 0
    requireFreeSpace(this.#dataDir, this.#log.size() + pages, freeBytes)
    requireFreeSpace(join(this.#dataDir, BLOCK_FOLDER), 0, freeBytes)
  }

  /**
   * Many blocks in one transaction: checkpoints become rare, and another thread makes them. They can shorten the log only if no
   * unit begins in the meantime, see `isReady`. Ending it begins the last one.
   */
  setBulk(on: boolean): void {
    this.#log.setBulk(on)
  }

  /**
   * Blocks for at most `millis` ms. Returns false if the log is long and is still being copied back: the next unit should not
   * begin yet.
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
