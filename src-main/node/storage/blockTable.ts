import type { Database } from 'better-sqlite3'
import type { BlockLocation } from './blockFiles.ts'
import { plainBytes, satoshiCell } from './rows.ts'

/** A row of `blocks` as it is loaded at start. `hash` is lower-case hex in internal order. See schema.ts. */
export interface BlockRow {
  readonly id: number
  readonly hash: string
  /** id of the parent; 0 for genesis */
  readonly prev: number
  readonly height: number
  readonly time: number
  readonly bits: number
  readonly version: number
  readonly status: number
  readonly failed: number
  readonly file: number
  readonly pos: number
  readonly size: number
  readonly txCount: number
}

/** What a connected block did to the supply, in satoshis. Provably unspendable outputs count as burned. */
export interface BlockSupply {
  readonly transparentDelta: bigint
  /** sum up to and including this block */
  readonly transparent: bigint
  readonly burnedDelta: bigint
  readonly burned: bigint
}

/** Rows of `blocks` and `headers`. Writes belong into a transaction that the caller has begun. */
export interface BlockTable {
  /** every block, parents before children */
  load(visit: (row: BlockRow) => void): void
  insert(row: BlockRow): void
  putHeader(id: number, header: Uint8Array): void
  /** serialised header of a block that has no data yet */
  header(id: number): Uint8Array | undefined
  /** the block's data has come: its header need not be kept apart any more */
  setStored(id: number, place: BlockLocation, size: number, txCount: number): void
  setConnected(id: number, supply: BlockSupply): void
  setStatus(id: number, status: number): void
  setFailed(id: number, failed: number): void
  /** undefined if the block never connected */
  supply(id: number): BlockSupply | undefined
}

type LoadedRow = [
  number,
  string,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]

export function createBlockTable(db: Database): BlockTable {
  const select = db
    .prepare<[], LoadedRow>(
      `SELECT id, lower(hex(hash)), coalesce(prev, 0), height, time, bits, version, status, failed, file, pos, size, tx_count
       FROM blocks ORDER BY id`,
    )
    .raw(true)
  const insert = db.prepare(
    `INSERT INTO blocks (id, hash, prev, height, time, bits, version, status, failed, file, pos, size, tx_count)
     VALUES (?, unhex(?), nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const putHeader = db.prepare('INSERT OR REPLACE INTO headers VALUES (?, ?)')
  const getHeader = db.prepare<[number], Uint8Array>('SELECT header FROM headers WHERE block = ?').pluck()
  const dropHeader = db.prepare('DELETE FROM headers WHERE block = ?')
  const setStored = db.prepare(
    'UPDATE blocks SET status = max(status, 1), file = ?, pos = ?, size = ?, tx_count = ? WHERE id = ?',
  )
  const setConnected = db.prepare(
    `UPDATE blocks SET status = 2, transparent_delta = ?, transparent = ?, burned_delta = ?, burned = ? WHERE id = ?`,
  )
  const setStatus = db.prepare('UPDATE blocks SET status = ? WHERE id = ?')
  const setFailed = db.prepare('UPDATE blocks SET failed = ? WHERE id = ?')
  const getSupply = db
    .prepare<[number], [bigint | null, bigint, bigint, bigint]>(
      'SELECT transparent_delta, transparent, burned_delta, burned FROM blocks WHERE id = ?',
    )
    .raw(true)
    .safeIntegers(true)

  return {
    load(visit) {
      for (const row of select.iterate()) {
        const [id, hash, prev, height, time, bits, version, status, failed, file, pos, size, txCount] = row
        visit({ id, hash, prev, height, time, bits, version, status, failed, file, pos, size, txCount })
      }
    },
    insert(row) {
      const { id, hash, prev, height, time, bits, version, status, failed, file, pos, size, txCount } = row
      insert.run(id, hash, prev, height, time, bits, version, status, failed, file, pos, size, txCount)
    },
    putHeader: (id, header) => void putHeader.run(id, header),
    header(id) {
      const header = getHeader.get(id)
      return header && plainBytes(header)
    },
    setStored(id, { file, pos }, size, txCount) {
      setStored.run(file, pos, size, txCount, id)
      dropHeader.run(id)
    },
    setConnected(id, { transparentDelta, transparent, burnedDelta, burned }) {
      const cells = [transparentDelta, transparent, burnedDelta, burned].map(satoshiCell)
      setConnected.run(...cells, id)
    },
    setStatus: (id, status) => void setStatus.run(status, id),
    setFailed: (id, failed) => void setFailed.run(failed, id),
    supply(id) {
      const row = getSupply.get(id)
      if (row === undefined || row[0] === null) return undefined
      return { transparentDelta: row[0], transparent: row[1], burnedDelta: row[2], burned: row[3] }
    },
  }
}
