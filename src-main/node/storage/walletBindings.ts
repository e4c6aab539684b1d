/**
 * Which wallet the chain was used with, so that a wallet file that is gone is not taken for one that never was. The notes
 * stand in chain.db, which survives the loss of wallet.db, and are carried over when chain.db is rebuilt. If chain.db is gone
 * as well, block files show that the chain was used.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase, { type Database, type Statement } from 'better-sqlite3'
import { writeDurablySync } from '../../files/index.ts'
import { fromHex, isHex, toHex } from '../util/index.ts'
import { BLOCK_FOLDER, hasBlockFiles } from './blockFiles.ts'
import { refuseFolder } from './privateFile.ts'

export interface WalletBinding {
  /** The wallet's random id, which says nothing about its keys. Empty: chain.db was damaged or lost, and with it what it noted. */
  readonly id: Uint8Array
  /** by which a copy without an id is recognised: a digest of the id and one of the wallet's public keys; empty: none */
  readonly mark: Uint8Array
  /** unix seconds */
  readonly noted: number
}

/** holds the notes while chain.db is being replaced */
const CARRIED = 'wallet.notes'
const UNKNOWN: WalletBinding = { id: new Uint8Array(), mark: new Uint8Array(), noted: 0 }

const SELECT = 'SELECT id, mark, noted FROM wallet_notes ORDER BY position'
const INSERT = 'INSERT INTO wallet_notes (id, mark, noted) VALUES (?, ?, ?)'

/** The table `wallet_notes`. */
export class WalletBindings {
  readonly #db: Database
  readonly #select: Statement<[], WalletBinding>
  readonly #insert: Statement<[Uint8Array, Uint8Array, number]>

  constructor(db: Database) {
    this.#db = db
    this.#select = db.prepare(SELECT)
    this.#insert = db.prepare(INSERT)
  }

  /** Returns the wallet that the chain is used with, `undefined` if this database knows of none. */
  current(): WalletBinding | undefined {
    return this.#select.all().at(-1)
  }

  /** Returns the wallets before the current one, newest first. */
  earlier(): readonly WalletBinding[] {
    return this.#select.all().slice(0, -1).reverse()
  }

  /** Makes a wallet the current one and keeps those before. Durable when it returns. */
  add({ id, mark, noted }: WalletBinding): void {
    durably(this.#db, () => void this.#insert.run(id, mark, noted))
  }
}

/** Without this a commit survives a crash of the program, but not a power cut. */
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
 * To be called before chain.db is dropped or created: writes its notes beside it. A database that cannot be read, or is missing
 * beside block files, may have had some: then a note without an id says so.
 * @throws StorageError if the folder of the block files cannot be read
 */
export function saveBindings(dataDir: string): void {
  const found = findNotes(dataDir)
  if (found.length === 0) return
  // A removal that was interrupted has left its own, which are older.
  const lines = merge(carriedIn(dataDir), found).map(({ id, mark, noted }) => `${toHex(id)} ${toHex(mark)} ${noted}\n`)
  writeDurablySync(join(dataDir, CARRIED), lines.join(''))
}

/** To be called when chain.db has its tables: brings back what was set aside. */
export function restoreBindings(db: Database, dataDir: string): void {
  const carried = carriedIn(dataDir)
  if (carried.length > 0) {
    const insert = db.prepare(INSERT)
    const present = db.prepare<[], WalletBinding>(SELECT).all()
    const write = db.transaction(() => {
      db.exec('DELETE FROM wallet_notes')
      for (const { id, mark, noted } of merge(carried, present)) insert.run(id, mark, noted)
    })
    durably(db, () => void write())
  }
  rmSync(join(dataDir, CARRIED), { force: true })
}

function findNotes(dataDir: string): readonly WalletBinding[] {
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

/** The second list goes on where the first ends, or repeats some of it. */
function merge(before: readonly WalletBinding[], found: readonly WalletBinding[]): readonly WalletBinding[] {
  // That something could not be read says nothing where it is known what it was.
  const after = before.length > 0 ? found.filter(({ id }) => id.length > 0) : found
  const key = ({ id, noted }: WalletBinding) => `${toHex(id)} ${noted}`
  const repeated = new Set(after.map(key))
  return [...before.filter((note) => !repeated.has(key(note))), ...after]
}

function carriedIn(dataDir: string): readonly WalletBinding[] {
  const path = join(dataDir, CARRIED)
  if (!existsSync(path)) return []
  refuseFolder(path)
  const lines = readFileSync(path, 'latin1').split('\n').filter(Boolean)
  return lines.map((line) => {
    const [id = '', mark = '', noted = ''] = line.split(' ')
    return isHex(id) && isHex(mark) && /^\d{1,12}$/.test(noted)
      ? { id: fromHex(id), mark: fromHex(mark), noted: Number(noted) }
      : UNKNOWN
  })
}
