import type { Database } from 'better-sqlite3'
import type { Notarisation } from '../core/index.ts'
import { plainBytes } from './rows.ts'

/** Depths are 16-bit numbers. */
const MAX_DEPTH = 0x1_0000

type NotarisationRow = [number, number, number, Uint8Array, Uint8Array, Uint8Array | null, number]

/** The newest notarisation and the number of its row, which is 0 if there is no row. */
interface NewestNotarisation {
  readonly position: number
  readonly last: Notarisation | undefined
}

const prepareStatements = (db: Database) => ({
  newest: db.prepare<[], NotarisationRow>('SELECT * FROM notarisations ORDER BY position DESC LIMIT 1').raw(true),
  below: db
    .prepare<[number], NotarisationRow>('SELECT * FROM notarisations WHERE found < ? ORDER BY position DESC LIMIT 1')
    .raw(true),
  covering: db
    .prepare<[number, number, number, number], NotarisationRow>(
      `SELECT * FROM notarisations WHERE height >= ? AND height < ? AND height - mom_depth < ? AND mom_depth > 0
         AND position <= ? ORDER BY height DESC LIMIT 1`,
    )
    .raw(true),
  insert: db.prepare('INSERT INTO notarisations VALUES (?, ?, ?, ?, ?, ?, ?)'),
})

/**
 * Notarisations of this chain, in the order found. Disconnecting a block keeps its notarisations (notarisation.md §2);
 * only rolling back the database transaction that added them removes them.
 */
export class NotarisationTable {
  readonly #statements: ReturnType<typeof prepareStatements>
  #durable: NewestNotarisation
  #current: NewestNotarisation

  constructor(db: Database) {
    this.#statements = prepareStatements(db)
    this.#durable = this.#load()
    this.#current = this.#durable
  }

  /** Returns the newest notarisation, committed or not. */
  newest(): Notarisation | undefined {
    return this.#current.last
  }

  /** Returns the newest committed notarisation. All code except the chain uses this one. */
  committed(): Notarisation | undefined {
    return this.#durable.last
  }

  /** Returns the newest notarisation found in a block below a height, committed or not. */
  foundBelow(height: number): Notarisation | undefined {
    const { last } = this.#current
    if (last === undefined || last.foundAt < height) return last
    const row = this.#statements.below.get(height)
    return row && toNotarisation(row)
  }

  /** Returns the newest committed notarisation whose merkle root covers this height. */
  covering(height: number): Notarisation | undefined {
    if (this.#durable.last === undefined) return undefined
    const row = this.#statements.covering.get(height, height + MAX_DEPTH, height, this.#durable.position)
    return row && toNotarisation(row)
  }

  add(notarisation: Notarisation): void {
    const { foundAt, height, hash, destTxid, mom, momDepth } = notarisation
    const position = this.#current.position + 1
    this.#statements.insert.run(position, foundAt, height, hash, destTxid, mom ?? null, momDepth)
    this.#current = { position, last: notarisation }
  }

  /** Marks the current state as committed, after the database transaction was committed. */
  commit(): void {
    this.#durable = this.#current
  }

  /** Restores the committed state, after the database transaction was rolled back. */
  discard(): void {
    this.#current = this.#durable
  }

  /** Reads the table again after another connection wrote it. */
  reload(): void {
    this.#durable = this.#load()
    this.#current = this.#durable
  }

  #load(): NewestNotarisation {
    const row = this.#statements.newest.get()
    return { position: row?.[0] ?? 0, last: row && toNotarisation(row) }
  }
}

function toNotarisation([, foundAt, height, hash, destTxid, mom, momDepth]: NotarisationRow): Notarisation {
  return {
    foundAt,
    height,
    hash: plainBytes(hash),
    destTxid: plainBytes(destTxid),
    mom: mom === null ? undefined : plainBytes(mom),
    momDepth,
  }
}
