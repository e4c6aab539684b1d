import type { Database } from 'better-sqlite3'

/** Number of cached segids of the newest blocks, which the next blocks are validated with. A power of two. */
const CACHED_SEGIDS = 256

const prepareStatements = (db: Database) => ({
  select: db.prepare<[number], number>('SELECT segid FROM segids WHERE height = ?').pluck(),
  insert: db.prepare('INSERT INTO segids VALUES (?, ?)'),
  remove: db.prepare('DELETE FROM segids WHERE height = ?'),
})

/**
 * Segids of the active chain's blocks; used only with proof of stake (staking.md §1). Rows are written immediately,
 * within the database transaction that connects or disconnects the block.
 */
export class SegidTable {
  readonly #statements: ReturnType<typeof prepareStatements>
  readonly #heights = new Int32Array(CACHED_SEGIDS).fill(-1)
  readonly #values = new Int8Array(CACHED_SEGIDS)

  constructor(db: Database) {
    this.#statements = prepareStatements(db)
  }

  /** Returns `undefined` if no block with this height is connected, or the chain has no proof of stake. */
  at(height: number): number | undefined {
    if (this.#heights[height % CACHED_SEGIDS] === height) return this.#values[height % CACHED_SEGIDS]
    const segid = this.#statements.select.get(height)
    if (segid !== undefined) this.#cache(height, segid)
    return segid
  }

  add(height: number, segid: number): void {
    this.#statements.insert.run(height, segid)
    this.#cache(height, segid)
  }

  /** Removes the segid of the newest block. */
  remove(height: number): void {
    this.#statements.remove.run(height)
    this.#heights[height % CACHED_SEGIDS] = -1
  }

  /** Empties the cache after a rollback of the database transaction. */
  discard(): void {
    this.#heights.fill(-1)
  }

  #cache(height: number, segid: number): void {
    this.#heights[height % CACHED_SEGIDS] = height
    this.#values[height % CACHED_SEGIDS] = segid
  }
}
