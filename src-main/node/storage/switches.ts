import type { Database } from 'better-sqlite3'
import { hasConnectedBlocks } from './migrate.ts'
import { StorageError } from './storageError.ts'

/** Options that decide what the tables hold, by name, e.g. `addressindex`. */
export type Switches = Readonly<Record<string, boolean>>

/**
 * Holds the switches against those that the data were made with: an index that was off for a while lacks what happened
 * then, and nobody could see it. A database without connected blocks takes the new ones.
 * @throws StorageError `switched` with the reference's text
 */
export function keepSwitches(db: Database, switches: Switches): void {
  db.transaction(() => {
    const rows = db.prepare<[], { name: string; value: number }>('SELECT name, value FROM switches').all()
    const known = new Map(rows.map(({ name, value }) => [name, value !== 0]))
    const write = db.prepare<[string, number]>('INSERT OR REPLACE INTO switches VALUES (?, ?)')
    const settled = hasConnectedBlocks(db)
    for (const [name, value] of Object.entries(switches)) {
      const before = known.get(name)
      if (before === value) continue
      if (before !== undefined && settled) throw new StorageError('switched', refusalText(name, before))
      write.run(name, value ? 1 : 0)
    }
  }).immediate()
}

function refusalText(name: string, before: boolean): string {
  return (
    `You need to rebuild the database using -reindex to change -${name}. ` +
    `It was made with -${name}=${before ? 1 : 0}: start with that again, or once with -reindex; no blocks are lost.`
  )
}
