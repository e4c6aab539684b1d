import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { writeDurablySync } from '../../files/index.ts'
import { ensurePrivateFile } from './privateFile.ts'
import { explainStorageError, isLockedError, StorageError } from './storageError.ts'

export interface DataDirectoryLock {
  release(): void
}

/**
 * Takes the data directory for this process. The lock is the operating system's lock that SQLite holds on an otherwise
 * empty `lock.db` while an exclusive transaction is open: it vanishes with the process however that ends, so there is
 * nothing stale to clean up. `node.pid` only names the running process to a second start.
 * @throws StorageError `locked` if another process, or this one, holds it.
 */
export function lockDataDirectory(dataDir: string): DataDirectoryLock {
  const path = join(dataDir, 'lock.db')
  const pidPath = join(dataDir, 'node.pid')
  let db: SqliteDatabase.Database
  try {
    ensurePrivateFile(path)
    db = new SqliteDatabase(path, { timeout: 0 })
  } catch (error) {
    throw explainStorageError(error, path)
  }
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (!isLockedError(error)) throw explainStorageError(error, path)
    const holder = holderText(pidPath)
    throw new StorageError(
      'locked',
      `The data directory ${dataDir} is in use by another running node${holder}. Stop that one first, or choose another -datadir.`,
      { cause: error },
    )
  }
  try {
    writeDurablySync(pidPath, `${process.pid}\n`)
  } catch (error) {
    db.close()
    throw explainStorageError(error, pidPath)
  }
  return {
    release() {
      rmSync(pidPath, { force: true })
      db.close()
    },
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
