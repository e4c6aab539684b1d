/**
 * Records which wallet the chain was used with, so that a lost wallet file is not treated as one that never existed.
 * The bindings are in chain.db, which survives the loss of wallet.db, and are carried over when chain.db is rebuilt. If
 * chain.db is lost too, existing block files show that the chain was used.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase, { type Database, type Statement } from 'better-sqlite3'
import { writeDurablySync } from '../../files/index.ts'
import { fromHex, isHex, toHex } from '../util/index.ts'
import { BLOCK_FOLDER, hasBlockFiles } from './blockFiles.ts'
import { rejectFolder } from './privateFile.ts'

export interface WalletBinding {
  /**
   * Random wallet id, which reveals nothing about its keys. Empty if chain.db was damaged or lost together with its
   * bindings.
   */
  readonly id: Uint8Array
  /** digest of the id and one of the wallet's public keys, to recognise a copy that lacks the id; empty if unknown */
  readonly mark: Uint8Array
  /** unix seconds when the wallet was bound */
  readonly noted: number
}

/** file with the bindings while chain.db is being replaced */
const SAVED_FILE = 'wallet.notes'
const UNKNOWN: WalletBinding = { id: new Uint8Array(), mark: new Uint8Array(), noted: 0 }

const SELECT = 'SELECT id, mark, noted FROM wallet_notes ORDER BY position'
const INSERT = 'INSERT INTO wallet_notes (id, mark, noted) VALUES (?, ?, ?)'

/** Access to the table `wallet_notes`. */
export class WalletBindings {
  readonly #db: Database
  readonly #select: Statement<[], WalletBinding>
  readonly #insert: Statement<[Uint8Array, Uint8Array, number]>

  constructor(db: Database) {
    this.#db = db
    this.#select = db.prepare(SELECT)
    this.#insert = db.prepare(INSERT)
  }

  /** Returns the binding of the current wallet, or `undefined` if this database has none. */
  current(): WalletBinding | undefined {
    return this.#select.all().at(-1)
  }

  /** Returns the bindings before the current one, newest first. */
  earlier(): readonly WalletBinding[] {
    return this.#select.all().slice(0, -1).reverse()
  }

  /** Binds a wallet as the current one and keeps the earlier bindings. Durable when it returns. */
  add({ id, mark, noted }: WalletBinding): void {
    durably(this.#db, () => void this.#insert.run(id, mark, noted))
  }
}

/** Commits with full synchronisation. Otherwise a commit survives a crash of the program, but not a power failure. */
function durably(db: Database, work: () => void): void {
  const usual = db.pragma('synchronous', { simple: true })
  db.pragma('synchronous = FULL')
  try {
    work()
  } finally {
    db.pragma(`synchronous = ${String(usual)}`)
  }
}

/**
 * Saves the bindings in a file next to chain.db. Call before chain.db is dropped or created. A database that is
 * unreadable, or missing while block files exist, may have had bindings; this is recorded as a binding without an id.
 * @throws StorageError if the folder of the block files cannot be read
 */
export function saveBindings(dataDir: string): void {
  const found = readBindings(dataDir)
  if (found.length === 0) return
  // If an earlier replacement of chain.db was interrupted, the file exists and contains older bindings.
  const lines = merge(readSavedBindings(dataDir), found).map(
    ({ id, mark, noted }) => `${toHex(id)} ${toHex(mark)} ${noted}\n`,
  )
  writeDurablySync(join(dataDir, SAVED_FILE), lines.join(''))
}

/** Restores the saved bindings. Call when chain.db has its tables. */
export function restoreBindings(db: Database, dataDir: string): void {
  const carried = readSavedBindings(dataDir)
  if (carried.length > 0) {
    const insert = db.prepare(INSERT)
    const present = db.prepare<[], WalletBinding>(SELECT).all()
    const write = db.transaction(() => {
      db.exec('DELETE FROM wallet_notes')
      for (const { id, mark, noted } of merge(carried, present)) insert.run(id, mark, noted)
    })
    durably(db, () => void write())
  }
  rmSync(join(dataDir, SAVED_FILE), { force: true })
}

function readBindings(dataDir: string): readonly WalletBinding[] {
  const path = join(dataDir, 'chain.db')
  if (!existsSync(path)) return hasBlockFiles(join(dataDir, BLOCK_FOLDER)) ? [UNKNOWN] : []
  let db: Database | undefined
  try {
    db = new SqliteDatabase(path)
    const known = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'wallet_notes'").get()
    return known === undefined ? [] : db.prepare<[], WalletBinding>(SELECT).all()
  } catch {
    return [UNKNOWN]
  } finally {
    db?.close()
  }
}

/** Merges two lists. The second continues the first or repeats its end. */
function merge(before: readonly WalletBinding[], found: readonly WalletBinding[]): readonly WalletBinding[] {
  // A binding without an id adds nothing if the earlier bindings are known.
  const after = before.length > 0 ? found.filter(({ id }) => id.length > 0) : found
  const key = ({ id, noted }: WalletBinding) => `${toHex(id)} ${noted}`
  const repeated = new Set(after.map(key))
  return [...before.filter((note) => !repeated.has(key(note))), ...after]
}

function readSavedBindings(dataDir: string): readonly WalletBinding[] {
  const path = join(dataDir, SAVED_FILE)
  if (!existsSync(path)) return []
  rejectFolder(path)
  const lines = readFileSync(path, 'latin1').split('\n').filter(Boolean)
  return lines.map((line) => {
    const [id = '', mark = '', noted = ''] = line.split(' ')
    return isHex(id) && isHex(mark) && /^\d{1,12}$/.test(noted)
      ? { id: fromHex(id), mark: fromHex(mark), noted: Number(noted) }
      : UNKNOWN
  })
}
