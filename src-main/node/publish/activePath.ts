import type { Database } from '../storage/index.ts'

/** The active chain of a database by height, as it was when `follow` was called. */
export interface ActivePath {
  /** Looks where the tip is now; belongs into a transaction with what is read of these blocks. */
  follow(): void
  /** −1: there is no block */
  height(): number
  /** id of the block at a height */
  at(height: number): number | undefined
}

/** Goes back from the tip until it meets what it knows: the whole chain at first, then the new blocks. */
export function createActivePath(db: Database): ActivePath {
  const selectTip = db.prepare<[], number | null>('SELECT tip FROM chain_state').pluck()
  const select = db.prepare<[number], [number | null, number]>('SELECT prev, height FROM blocks WHERE id = ?').raw(true)
  const ids: number[] = []
  return {
    follow() {
      let id = selectTip.get() ?? null
      let top = true
      while (id !== null) {
        const row = select.get(id)
        if (row === undefined) throw new Error(`no block with id ${id}`)
        const [prev, height] = row
        if (top) ids.length = height + 1
        top = false
        if (ids[height] === id) return
        ids[height] = id
        id = prev
      }
      if (top) ids.length = 0
    },
    height: () => ids.length - 1,
    at: (height) => ids[height],
  }
}
