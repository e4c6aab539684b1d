import type { Database, Statement } from 'better-sqlite3'
import type { StoredBan, Subnet } from './types.ts'

interface BanRow {
  readonly network: Uint8Array
  readonly mask: Uint8Array
  readonly until: number
  readonly created: number
  readonly reason: string
  readonly note: string
}

const SCHEMA = `CREATE TABLE IF NOT EXISTS bans (
    network BLOB NOT NULL, mask BLOB NOT NULL, until INTEGER NOT NULL, created INTEGER NOT NULL,
    reason TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY (network, mask)) STRICT, WITHOUT ROWID`

export class BanTable {
  readonly #db: Database
  readonly #select: Statement<[], BanRow>
  readonly #insert: Statement<[Uint8Array, Uint8Array, number, number, string, string]>
  readonly #remove: Statement<[Uint8Array, Uint8Array]>
  readonly #expire: Statement<[number]>
  readonly #clear: Statement<[]>

  /** Creates the table in `db` if it does not exist. */
  constructor(db: Database) {
    this.#db = db
    db.exec(SCHEMA)
    this.#select = db.prepare('SELECT network, mask, until, created, reason, note FROM bans')
    this.#insert = db.prepare('INSERT OR REPLACE INTO bans VALUES (?, ?, ?, ?, ?, ?)')
    this.#remove = db.prepare('DELETE FROM bans WHERE network = ? AND mask = ?')
    this.#expire = db.prepare('DELETE FROM bans WHERE until <= ?')
    this.#clear = db.prepare('DELETE FROM bans')
  }

  load(): StoredBan[] {
    return this.#select
      .all()
      .map(({ reason, ...row }) => ({ ...row, reason: reason === 'misbehaving' ? reason : 'manual' }))
  }

  put({ network, mask, until, created, reason, note }: StoredBan): void {
    this.#insert.run(network, mask, until, created, reason, note)
  }

  /** Writes all bans in one transaction, or none if a write fails. */
  putAll(bans: Iterable<StoredBan>): void {
    this.#db
      .transaction(() => {
        for (const ban of bans) this.put(ban)
      })
      .immediate()
  }

  remove({ network, mask }: Subnet): void {
    this.#remove.run(network, mask)
  }

  expire(now: number): void {
    this.#expire.run(now)
  }

  clear(): void {
    this.#clear.run()
  }
}
