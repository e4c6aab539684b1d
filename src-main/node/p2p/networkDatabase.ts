/**
 * `peers.db`: bans and traffic history, in a separate file from the chain's, so that rebuilding one does not affect the
 * other. Every commit is on disk when it returns. A damaged file is renamed and replaced by an empty one: a node
 * without its bans is better than one that does not start.
 */
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import type { Logger } from '../core/index.ts'
import { explainStorageError, makePrivateFile } from '../storage/index.ts'

const FILE = 'peers.db'

/** @param directory an existing directory @throws StorageError if the file can be neither opened nor created */
export function openNetworkDatabase(directory: string, logger: Logger): Database {
  const path = join(directory, FILE)
  try {
    return open(path)
  } catch (error) {
    if (!isDamage(error)) throw explainStorageError(error, path)
    logger.warn('peers.db is damaged, starting an empty one: bans and traffic history are lost', {
      error: String(error),
    })
    renameSync(path, `${path}.damaged`)
    for (const part of ['-wal', '-shm']) rmSync(`${path}${part}`, { force: true })
    return open(path)
  }
}

function open(path: string): Database {
  makePrivateFile(path)
  const db = new SqliteDatabase(path)
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    if (db.pragma('quick_check', { simple: true }) !== 'ok') throw new DamagedDatabase()
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

class DamagedDatabase extends Error {
  readonly code = 'SQLITE_CORRUPT'
}

function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB'
}
