import type { Database } from 'better-sqlite3'
import type { Notarisation } from '../core/index.ts'
import { plainBytes } from './rows.ts'

/**
 * Notarisations of this chain, in the order in which connected blocks brought them. None is taken back when its block is
 * disconnected (notarisation.md §2); only a rollback of the unit of work that found it takes it back.
 */
export interface NotarisationTable {
  /** the last one found, durable or not */
  newest(): Notarisation | undefined
  /** the same as of the last commit: what anybody but the chain goes by */
  committed(): Notarisation | undefined
  /** the newest one in a block below a height, durable or not */
  foundBelow(height: number): Notarisation | undefined
  /** the newest durable one with a root over this height */
  covering(height: number): Notarisation | undefined
  add(notarisation: Notarisation): void
  /** the database transaction was committed, or rolled back */
  commit(): void
  discard(): void
  /** somebody else wrote the table */
  reload(): void
}

/** Depths have 16 bits. */
const MOST_DEPTH = 0x1_0000

type Row = [number, number, number, Uint8Array, Uint8Array, Uint8Array | null, number]

export function createNotarisationTable(db: Database): NotarisationTable {
  const newest = db.prepare<[], Row>('SELECT * FROM notarisations ORDER BY position DESC LIMIT 1').raw(true)
  const below = db
    .prepare<[number], Row>('SELECT * FROM notarisations WHERE found < ? ORDER BY position DESC LIMIT 1')
    .raw(true)
  const covering = db
    .prepare<[number, number, number, number], Row>(
      `SELECT * FROM notarisations WHERE height >= ? AND height < ? AND height - mom_depth < ? AND mom_depth > 0
         AND position <= ? ORDER BY height DESC LIMIT 1`,
    )
    .raw(true)
  const insert = db.prepare('INSERT INTO notarisations VALUES (?, ?, ?, ?, ?, ?, ?)')
  const load = () => {
    const row = newest.get()
    return { position: row?.[0] ?? 0, last: row && notarisationOf(row) }
  }
  let durable = load()
  let current = durable

  return {
    newest: () => current.last,
    committed: () => durable.last,
    foundBelow(height) {
      if (current.last === undefined || current.last.foundAt < height) return current.last
      const row = below.get(height)
      return row && notarisationOf(row)
    },
    covering(height) {
      if (durable.last === undefined) return undefined
      const row = covering.get(height, height + MOST_DEPTH, height, durable.position)
      return row && notarisationOf(row)
    },
    add(notarisation) {
      const { foundAt, height, hash, destTxid, mom, momDepth } = notarisation
      const position = current.position + 1
      insert.run(position, foundAt, height, hash, destTxid, mom ?? null, momDepth)
      current = { position, last: notarisation }
    },
    commit() {
      durable = current
    },
    discard() {
      current = durable
    },
    reload() {
      durable = load()
      current = durable
    },
  }
}

function notarisationOf([, foundAt, height, hash, destTxid, mom, momDepth]: Row): Notarisation {
  return {
    foundAt,
    height,
    hash: plainBytes(hash),
    destTxid: plainBytes(destTxid),
    mom: mom === null ? undefined : plainBytes(mom),
    momDepth,
  }
}
