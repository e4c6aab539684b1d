/**
 * The wallet file as an earlier version of the program wrote it, kept beside the one that was brought up to date. It has the
 * same secrets in the same form, so it goes away with them: when a passphrase seals those, the copy is overwritten.
 */
import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type Database from 'better-sqlite3'
import { syncFolder } from '../../../files/index.ts'
import { overwrite } from './journal.ts'
import { WALLET_FILE_VERSION } from './schema.ts'

const copyOf = (path: string, version: number) => `${path}.version-${version}`

/** To be called before the first change. @throws Error of SQLite or the system: then nothing may be changed */
export function keepEarlierCopy(db: Database.Database, path: string, version: number): void {
  const copy = copyOf(path, version)
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
    for (const copy of [copyOf(path, version), `${copyOf(path, version)}.new`]) {
      overwrite(copy)
      rmSync(copy, { force: true })
    }
  }
}
