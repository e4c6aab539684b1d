import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { equal, toHex } from '../util/index.ts'
import { rejectFolder } from './privateFile.ts'
import { StorageError } from './storageError.ts'

export interface ChainIdentity {
  readonly magic: Uint8Array
  readonly genesis: Uint8Array
}

/** @throws StorageError `wrong-chain` if magic or genesis differ */
export function rejectOtherIdentity(found: ChainIdentity, wanted: ChainIdentity): void {
  if (!equal(found.magic, wanted.magic) || !equal(found.genesis, wanted.genesis)) throw wrongChainError(found, wanted)
}

function wrongChainError(found: { magic: Uint8Array }, wanted: { magic: Uint8Array }): StorageError {
  return new StorageError(
    'wrong-chain',
    `The data directory holds another chain (magic ${toHex(found.magic)}, these parameters give ${toHex(wanted.magic)}). Check the -ac_ options or choose another -datadir.`,
  )
}

/**
 * Checks existing data before anything is dropped or rebuilt. Otherwise blocks of another chain would be taken for one
 * long incomplete record and truncated. Ignores unreadable data.
 * @throws StorageError `wrong-chain` if the data belongs to another chain
 */
export function rejectOtherChain(dataDir: string, wanted: ChainIdentity): void {
  const database = readIdentity(join(dataDir, 'chain.db'))
  if (database !== undefined) rejectOtherIdentity(database, wanted)
  const magic = firstBytes(join(dataDir, 'blocks', 'blk00000.dat'), wanted.magic.length)
  if (magic !== undefined && !equal(magic, wanted.magic)) throw wrongChainError({ magic }, wanted)
}

function readIdentity(path: string): ChainIdentity | undefined {
  if (!existsSync(path)) return undefined
  try {
    const db = new SqliteDatabase(path, { readonly: true })
    try {
      return db.prepare<[], ChainIdentity>('SELECT magic, genesis FROM chain_state').get()
    } finally {
      db.close()
    }
  } catch {
    return undefined
  }
}

/** Returns `undefined` if the file does not exist or is shorter. */
function firstBytes(path: string, length: number): Uint8Array | undefined {
  if (!existsSync(path)) return undefined
  rejectFolder(path)
  const fd = openSync(path, 'r')
  try {
    const bytes = new Uint8Array(length)
    return readSync(fd, bytes, 0, length, 0) === length ? bytes : undefined
  } finally {
    closeSync(fd)
  }
}
