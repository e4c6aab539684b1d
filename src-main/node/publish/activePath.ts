import type { Database } from '../storage/index.ts'

const prepareStatements = (db: Database) => ({
  tip: db.prepare<[], number | null>('SELECT tip FROM chain_state').pluck(),
  block: db.prepare<[number], [number | null, number]>('SELECT prev, height FROM blocks WHERE id = ?').raw(true),
})

/** Active chain of a database by height, as of the last call of `follow`. */
export class ActivePath {
  readonly #statements: ReturnType<typeof prepareStatements>
  readonly #ids: number[] = []

  constructor(db: Database) {
    this.#statements = prepareStatements(db)
  }

  /**
   * Walks back from the current tip to a known block: the complete chain on the first call, then only the new blocks.
   * Must run in the transaction that also reads these blocks.
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

  /** Returns the height of the tip, or −1 without a block. */
  height(): number {
    return this.#ids.length - 1
  }

  /** Returns the id of the block at a height, or undefined if the height is above the tip. */
  at(height: number): number | undefined {
    return this.#ids[height]
  }
}
