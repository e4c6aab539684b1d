import { statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import type { Logger } from '../core/index.ts'
import { Checkpointer } from './checkpoint/checkpointer.ts'

const MEGABYTE = 1024 * 1024
/** Pages of write-ahead log before SQLite checkpoints them: 4 MB near the tip. */
const CHECKPOINT_PAGES = 1_000
/**
 * Each commit of a bulk import writes the same scattered pages again, and ever more pages as the chain grows. With
 * rarer checkpoints a page is copied once for several commits. 256 MB of log with the default cache, at most 1 GB.
 */
const BULK_LOG_PER_CACHE = 4
const MAX_BULK_LOG = 1024 * MEGABYTE
/**
 * Maximum size in bytes of the log file after it restarts. Without a limit it would keep the size of the largest bulk
 * write forever.
 */
const KEPT_LOG = 16 * MEGABYTE

/**
 * Write-ahead log of chain.db, checkpointed into the database by SQLite itself, or by another thread during a bulk
 * import.
 */
export class WriteAheadLog {
  readonly #db: Database
  readonly #maxBytes: number
  readonly #checkpointer: Checkpointer
  #bulk = false
  #waiting = false

  constructor(db: Database, cacheMegabytes: number, logger: Logger) {
    this.#db = db
    this.#maxBytes = Math.max(KEPT_LOG, Math.min(MAX_BULK_LOG, BULK_LOG_PER_CACHE * cacheMegabytes * MEGABYTE))
    this.#checkpointer = new Checkpointer(db.name, logger)
    db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    db.pragma(`journal_size_limit = ${KEPT_LOG}`)
  }

  /** Returns the size of the log file in bytes. */
  size(): number {
    return statSync(`${this.#db.name}-wal`, { throwIfNoEntry: false })?.size ?? 0
  }

  isBulk(): boolean {
    return this.#bulk
  }

  setBulk(on: boolean): void {
    this.#bulk = on
    this.#db.pragma(`wal_autocheckpoint = ${on ? 0 : CHECKPOINT_PAGES}`)
    if (on) return
    this.#waiting = false
    if (this.size() > KEPT_LOG) this.#checkpointer.begin()
  }

  /** Starts a checkpoint if a bulk import has made the log too long. */
  committed(): void {
    if (!this.#bulk || this.size() <= this.#maxBytes) return
    this.#checkpointer.begin()
    this.#waiting = true
  }

  /** Blocks for at most `millis` ms. Returns false while a long log is being checkpointed. */
  isReady(millis: number): boolean {
    if (this.#waiting) this.#waiting = !this.#checkpointer.wait(millis)
    return !this.#waiting
  }

  close(): void {
    this.#checkpointer.close()
  }
}
