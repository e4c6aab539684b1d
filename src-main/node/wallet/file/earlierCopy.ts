/**
 * Copy of the wallet file of an earlier version, kept next to the migrated file. It contains the same secrets, so it is
 * overwritten when a passphrase encrypts them.
 */
import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type Database from 'better-sqlite3'
import { syncFolder } from '../../../files/index.ts'
import { overwrite } from './journal.ts'
import { WALLET_FILE_VERSION } from './schema.ts'

const earlierCopyPath = (path: string, version: number) => `${path}.version-${version}`

/**
 * Copies the wallet file. Call before the first change.
 * @throws Error of SQLite or the system: then nothing may be changed
 */
export function keepEarlierCopy(db: Database.Database, path: string, version: number): void {
  const copy = earlierCopyPath(path, version)
  const unfinished = `${copy}.new`
  rmSync(unfinished, { force: true })
  closeSync(openSync(unfinished, 'wx', 0o600))
  db.prepare('VACUUM INTO ?').run(unfinished)
  renameSync(unfinished, copy)
  syncFolder(dirname(path))
}

/** Overwrites and removes the copies of every earlier version. */
export function wipeEarlierCopies(path: string): void {
  for (let version = 1; version < WALLET_FILE_VERSION; version++) {
    for (const copy of [earlierCopyPath(path, version), `${earlierCopyPath(path, version)}.new`]) {
      overwrite(copy)
      rmSync(copy, { force: true })
    }
  }
}
