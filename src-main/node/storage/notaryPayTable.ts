import type { Database } from 'better-sqlite3'

/**
 * What the blocks of the active chain paid to notaries, of chains with `-ac_notarypay` only. Rows are written at once, within the
 * unit of work that connects or disconnects the block.
 */
export interface NotaryPayTable {
  /** @param paid satoshis, more than 0 */
  add(height: number, paid: bigint): void
  /** Takes the newest back, if it is there. */
  remove(height: number): void
  /** satoshis that the blocks up to a height paid */
  upTo(height: number): bigint
}

export function createNotaryPayTable(db: Database): NotaryPayTable {
  const total = db
    .prepare<[number], bigint>('SELECT total FROM notary_pay WHERE height <= ? ORDER BY height DESC LIMIT 1')
    .pluck()
    .safeIntegers(true)
  const insert = db.prepare('INSERT INTO notary_pay VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM notary_pay WHERE height = ?')
  const upTo = (height: number): bigint => total.get(height) ?? 0n
  return {
    add: (height, paid) => void insert.run(height, upTo(height) + paid),
    remove: (height) => void remove.run(height),
    upTo,
  }
}
