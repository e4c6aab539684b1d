import type { Database } from 'better-sqlite3'

const prepareStatements = (db: Database) => ({
  total: db
    .prepare<[number], bigint>('SELECT total FROM notary_pay WHERE height <= ? ORDER BY height DESC LIMIT 1')
    .pluck()
    .safeIntegers(true),
  insert: db.prepare('INSERT INTO notary_pay VALUES (?, ?)'),
  remove: db.prepare('DELETE FROM notary_pay WHERE height = ?'),
})

/**
 * Notary payments of the active chain's blocks; used only with `-ac_notarypay`. Rows are written immediately, within
 * the database transaction that connects or disconnects the block.
 */
export class NotaryPayTable {
  readonly #statements: ReturnType<typeof prepareStatements>

  constructor(db: Database) {
    this.#statements = prepareStatements(db)
  }

  /** @param paid satoshis, greater than 0 */
  add(height: number, paid: bigint): void {
    this.#statements.insert.run(height, this.upTo(height) + paid)
  }

  /** Removes the row of the newest block, if it has one. */
  remove(height: number): void {
    this.#statements.remove.run(height)
  }

  /** Returns the satoshis paid by all blocks up to and including a height. */
  upTo(height: number): bigint {
    return this.#statements.total.get(height) ?? 0n
  }
}
