import type { Database } from '../storage/index.ts'

const prepareStatements = (db: Database) => ({
  tip: db.prepare<[], number | null>('SELECT tip FROM chain_state').pluck(),
  block: db.prepare<[number], [number | null, number]>('SELECT prev, height FROM blocks WHERE id = ?').raw(true),
})

/** The active chain of a database by height, as it was when `follow` was called. */
export class ActivePath {
  readonly #statements: ReturnType<typeof prepareStatements>
  readonly #ids: number[] = []

  constructor(db: Database) {
    this.#statements = prepareStatements(db)
  }

  /**
   * Goes back from the present tip until it meets known blocks: the whole chain at first, then the new blocks. Belongs into a
   * transaction with what is read of these blocks.
   */
  follow(): void {
    const { tip, block } = this.#statements
    const ids = this.#ids
    let id = tip.get() ?? null
    let top = true
    while (id !== null) {
      const row = block.get(id)
      if (row === undefined) throw new Error(`no block with id ${id}`)
      const [prev, height] = row
      if (top) ids.length = height + 1
      top = false
      if (ids[height] === id) return
      ids[height] = id
      id = prev
    }
    if (top) ids.length = 0
  }

  /** Returns the height of the tip, −1 without a block. */
  height(): number {
    return this.#ids.length - 1
  }

  /** Returns the id of the block at a height. */
  at(height: number): number | undefined {
    return this.#ids[height]
  }
}
