import type { Database } from 'better-sqlite3'
import type { StoredBan, Subnet } from './types.ts'

interface Row {
  readonly network: Uint8Array
  readonly mask: Uint8Array
  readonly until: number
  readonly created: number
  readonly reason: string
  readonly note: string
}

/** The bans on disk; makes the table if there is none. */
export function createBanTable(db: Database) {
  db.exec(`CREATE TABLE IF NOT EXISTS bans (
    network BLOB NOT NULL, mask BLOB NOT NULL, until INTEGER NOT NULL, created INTEGER NOT NULL,
    reason TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY (network, mask)) STRICT, WITHOUT ROWID`)
  const select = db.prepare<[], Row>('SELECT network, mask, until, created, reason, note FROM bans')
  const insert = db.prepare<[Uint8Array, Uint8Array, number, number, string, string]>(
    'INSERT OR REPLACE INTO bans VALUES (?, ?, ?, ?, ?, ?)',
  )
  const remove = db.prepare<[Uint8Array, Uint8Array]>('DELETE FROM bans WHERE network = ? AND mask = ?')
  const expire = db.prepare<[number]>('DELETE FROM bans WHERE until <= ?')
  const clear = db.prepare('DELETE FROM bans')
  return {
    load: (): StoredBan[] =>
      select.all().map(({ reason, ...row }) => ({ ...row, reason: reason === 'misbehaving' ? reason : 'manual' })),
    put: ({ network, mask, until, created, reason, note }: StoredBan) =>
      insert.run(network, mask, until, created, reason, note),
    remove: ({ network, mask }: Subnet) => remove.run(network, mask),
    expire: (now: number) => expire.run(now),
    clear: () => clear.run(),
  }
}

export type BanTable = ReturnType<typeof createBanTable>
