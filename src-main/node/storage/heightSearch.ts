import type { Database } from 'better-sqlite3'

/**
 * Creates a search for the first transaction of a height. Tx numbers grow with height, so a binary search needs no
 * index on heights.
 */
export function createHeightSearch(db: Database) {
  const newest = db.prepare<[], number>('SELECT coalesce(max(ordinal), 0) FROM txs').pluck()
  const next = db
    .prepare<[number], [number, number]>('SELECT ordinal, height FROM txs WHERE ordinal >= ? ORDER BY ordinal LIMIT 1')
    .raw(true)

  /**
   * Returns the lowest tx number of transactions at or above `height`; without such transactions, a number above all tx
   * numbers.
   */
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
