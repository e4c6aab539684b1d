import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { writeDurablySync } from '../../files/index.ts'
import { ensurePrivateFile } from './privateFile.ts'
import { explainStorageError, isLockedError, StorageError } from './storageError.ts'

/**
 * Lock on the data directory for this process. Uses the operating system's lock that SQLite holds on an otherwise empty
 * `lock.db` while an exclusive transaction is open. The lock disappears with the process however it ends, so no stale
 * lock remains. `node.pid` only names the running process for a second start.
 */
export class DataDirectoryLock {
  readonly #db: SqliteDatabase.Database
  readonly #pidPath: string

  private constructor(db: SqliteDatabase.Database, pidPath: string) {
    this.#db = db
    this.#pidPath = pidPath
  }

  /**
   * Locks the data directory.
   * @throws StorageError `locked` if another process, or this one, holds it.
   */
  static acquire(dataDir: string): DataDirectoryLock {
    const pidPath = join(dataDir, 'node.pid')
    const db = lockDatabase(dataDir, pidPath)
    try {
      writeDurablySync(pidPath, `${process.pid}\n`)
    } catch (error) {
      db.close()
      throw explainStorageError(error, pidPath)
    }
    return new DataDirectoryLock(db, pidPath)
  }

  release(): void {
    rmSync(this.#pidPath, { force: true })
    this.#db.close()
  }
}

function lockDatabase(dataDir: string, pidPath: string): SqliteDatabase.Database {
  const path = join(dataDir, 'lock.db')
  let db: SqliteDatabase.Database
  try {
    ensurePrivateFile(path)
    db = new SqliteDatabase(path, { timeout: 0 })
  } catch (error) {
    throw explainStorageError(error, path)
  }
  try {
    db.exec('BEGIN EXCLUSIVE')
    return db
  } catch (error) {
    db.close()
    if (!isLockedError(error)) throw explainStorageError(error, path)
    throw new StorageError(
      'locked',
      `The data directory ${dataDir} is in use by another running node${holderText(pidPath)}. Stop that one first, or choose another -datadir.`,
      { cause: error },
    )
  }
}

function holderText(pidPath: string): string {
  try {
    const pid = readFileSync(pidPath, 'utf8').trim()
    return /^\d+$/.test(pid) ? ` (process ${pid})` : ''
  } catch {
    return ''
  }
}
