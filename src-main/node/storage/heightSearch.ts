import type { Database } from 'better-sqlite3'

/** Finds the first transaction of a height. Tx numbers grow with height, so halving the range needs no index on heights. */
export function createHeightSearch(db: Database) {
  const newest = db.prepare<[], number>('SELECT coalesce(max(ordinal), 0) FROM txs').pluck()
  const next = db
    .prepare<[number], [number, number]>('SELECT ordinal, height FROM txs WHERE ordinal >= ? ORDER BY ordinal LIMIT 1')
    .raw(true)

  /** The least tx number of transactions at `height` or above; beyond every tx number if there is none. */
  return (height: number): number => {
    let low = 0
    let high = newest.get()! + 1
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const found = next.get(middle)
      if (found === undefined || found[1] >= height) high = middle
      else low = found[0] + 1
    }
    return low
  }
}
