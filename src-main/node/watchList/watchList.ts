import Database from 'better-sqlite3'
import type { Clock } from '../core/index.ts'
import { makePrivateFile } from '../storage/index.ts'
import { describeFileError } from '../util/index.ts'

const VERSION = 1

export interface WatchEntry {
  /** base58check, as given by the caller */
  readonly address: string
  /** empty without a label */
  readonly label: string
  /** time of insertion in unix seconds */
  readonly created: number
}

export interface WatchList {
  /** Returns the entries in order of insertion. @throws WatchListError if the file could not be opened */
  list(): WatchEntry[]
  size(): number
  /** Returns `undefined` for an unknown address, and if the file could not be opened. */
  find(address: string): WatchEntry | undefined
  /**
   * Adds the address, or changes its label. On disk when it returns.
   * @throws WatchListError if the file cannot be written
   */
  put(address: string, label: string): WatchEntry
  /**
   * Removes the address; on disk when it returns. Returns false if it was not on the list.
   * @throws WatchListError if the file cannot be written
   */
  remove(address: string): boolean
  close(): void
}

export class WatchListError extends Error {
  override readonly name = 'WatchListError'
}

/** Translates errors of the file into WatchListError; other errors are returned unchanged. */
function explain(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') {
    return new WatchListError(
      `The watch list ${path} is damaged and was left as it is. Restore a backup of it, or move it away to start with an empty one.`,
      { cause: error },
    )
  }
  const text = describeFileError(error, path)
  return text === undefined ? error : new WatchListError(text, { cause: error })
}

/** `position` is the order of insertion. */
function migrate(db: Database.Database, path: string): void {
  const version = db.pragma('user_version', { simple: true }) as number
  if (version > VERSION) {
    throw new WatchListError(`The watch list ${path} was written by a newer version of this program.`)
  }
  if (version === VERSION) return
  db.transaction(() => {
    db.exec(`
      CREATE TABLE watched (
        position INTEGER PRIMARY KEY, address TEXT NOT NULL UNIQUE, label TEXT NOT NULL, created INTEGER NOT NULL
      ) STRICT;
    `)
    db.pragma(`user_version = ${VERSION}`)
  }).immediate()
}

function openFile(path: string): Database.Database {
  // Private, because the list reveals which addresses its owner watches.
  makePrivateFile(path)
  const db = new Database(path)
  try {
    db.pragma('journal_mode = DELETE')
    db.pragma('synchronous = FULL')
    migrate(db, path)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function explained<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw explain(error, path)
  }
}

const prepareStatements = (db: Database.Database) => ({
  insert: db.prepare<[string, string, number]>('INSERT INTO watched (address, label, created) VALUES (?, ?, ?)'),
  relabel: db.prepare<[string, string]>('UPDATE watched SET label = ? WHERE address = ?'),
  remove: db.prepare<[string]>('DELETE FROM watched WHERE address = ?'),
  read: db.prepare<[], WatchEntry>('SELECT address, label, created FROM watched ORDER BY position'),
})

/** Watch list of an open file. */
export class StoredWatchList implements WatchList {
  readonly #db: Database.Database
  readonly #path: string
  readonly #clock: Pick<Clock, 'now'>
  readonly #statements: ReturnType<typeof prepareStatements>
  readonly #entries: Map<string, WatchEntry>

  private constructor(db: Database.Database, path: string, clock: Pick<Clock, 'now'>) {
    this.#db = db
    this.#path = path
    this.#clock = clock
    this.#statements = prepareStatements(db)
    this.#entries = new Map(this.#statements.read.all().map((entry) => [entry.address, entry]))
  }

  /**
   * Opens or creates the list in the file `path`.
   * @throws WatchListError with a user-readable message
   */
  static open(path: string, { clock }: { readonly clock: Pick<Clock, 'now'> }): StoredWatchList {
    return explained(path, () => {
      const db = openFile(path)
      try {
        return new StoredWatchList(db, path, clock)
      } catch (error) {
        db.close()
        throw error
      }
    })
  }

  list(): WatchEntry[] {
    return [...this.#entries.values()]
  }

  size(): number {
    return this.#entries.size
  }

  find(address: string): WatchEntry | undefined {
    return this.#entries.get(address)
  }

  put(address: string, label: string): WatchEntry {
    const before = this.#entries.get(address)
    const entry = { address, label, created: before?.created ?? this.#clock.now() }
    const { insert, relabel } = this.#statements
    explained(this.#path, () =>
      before === undefined ? insert.run(address, label, entry.created) : relabel.run(label, address),
    )
    this.#entries.set(address, entry)
    return entry
  }

  remove(address: string): boolean {
    if (!this.#entries.has(address)) return false
    explained(this.#path, () => this.#statements.remove.run(address))
    this.#entries.delete(address)
    return true
  }

  close(): void {
    this.#db.close()
  }
}

/** Replaces a list whose file could not be opened. Each call throws that error, and the rest of the node works. */
export class UnopenedWatchList implements WatchList {
  readonly #problem: WatchListError

  constructor(problem: WatchListError) {
    this.#problem = problem
  }

  list(): never {
    throw this.#problem
  }

  size(): never {
    throw this.#problem
  }

  find(): undefined {
    return undefined
  }

  put(): never {
    throw this.#problem
  }

  remove(): never {
    throw this.#problem
  }

  close(): void {}
}
