import type { Database } from 'better-sqlite3'

/** Segids of the newest blocks that are kept in memory: those that the next blocks are judged by. A power of two. */
const REMEMBERED = 256

/**
 * Segids of the active chain's blocks, of chains with proof of stake only (staking.md §1). Rows are written at once, within the
 * unit of work that connects or disconnects the block.
 */
export interface SegidTable {
  /** undefined: no block of this height was connected, or the chain has no proof of stake */
  at(height: number): number | undefined
  add(height: number, segid: number): void
  /** Takes the newest back. */
  remove(height: number): void
  /** the database transaction was rolled back */
  discard(): void
}

export function createSegidTable(db: Database): SegidTable {
  const select = db.prepare<[number], number>('SELECT segid FROM segids WHERE height = ?').pluck()
  const insert = db.prepare('INSERT INTO segids VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM segids WHERE height = ?')
  const heights = new Int32Array(REMEMBERED).fill(-1)
  const values = new Int8Array(REMEMBERED)
  const remember = (height: number, segid: number): void => {
    heights[height % REMEMBERED] = height
    values[height % REMEMBERED] = segid
  }
  return {
    at(height) {
      if (heights[height % REMEMBERED] === height) return values[height % REMEMBERED]
      const segid = select.get(height)
      if (segid !== undefined) remember(height, segid)
      return segid
    },
    add(height, segid) {
      insert.run(height, segid)
      remember(height, segid)
    },
    remove(height) {
      remove.run(height)
      heights[height % REMEMBERED] = -1
    },
    discard: () => void heights.fill(-1),
  }
}
