import type { Database } from 'better-sqlite3'
import type { BlockLocation } from './blockFiles.ts'
import { plainBytes, satoshiCell } from './rows.ts'

/** A row of `blocks` as loaded at start. `hash` is lower-case hex in internal order. See schema.ts. */
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

/** Effect of a connected block on the supply, in satoshis. Provably unspendable outputs count as burned. */
export interface BlockSupply {
  readonly transparentDelta: bigint
  /** sum up to and including this block */
  readonly transparent: bigint
  readonly burnedDelta: bigint
  readonly burned: bigint
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

const prepareStatements = (db: Database) => ({
  select: db
    .prepare<[], LoadedRow>(
      `SELECT id, lower(hex(hash)), coalesce(prev, 0), height, time, bits, version, status, failed, file, pos, size, tx_count
       FROM blocks ORDER BY id`,
    )
    .raw(true),
  insert: db.prepare(
    `INSERT INTO blocks (id, hash, prev, height, time, bits, version, status, failed, file, pos, size, tx_count)
     VALUES (?, unhex(?), nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  putHeader: db.prepare('INSERT OR REPLACE INTO headers VALUES (?, ?)'),
  getHeader: db.prepare<[number], Uint8Array>('SELECT header FROM headers WHERE block = ?').pluck(),
  dropHeader: db.prepare('DELETE FROM headers WHERE block = ?'),
  setStored: db.prepare(
    'UPDATE blocks SET status = max(status, 1), file = ?, pos = ?, size = ?, tx_count = ? WHERE id = ?',
  ),
  setConnected: db.prepare(
    `UPDATE blocks SET status = 2, transparent_delta = ?, transparent = ?, burned_delta = ?, burned = ? WHERE id = ?`,
  ),
  setStatus: db.prepare('UPDATE blocks SET status = ? WHERE id = ?'),
  setFailed: db.prepare('UPDATE blocks SET failed = ? WHERE id = ?'),
  getSupply: db
    .prepare<[number], [bigint | null, bigint, bigint, bigint]>(
      'SELECT transparent_delta, transparent, burned_delta, burned FROM blocks WHERE id = ?',
    )
    .raw(true)
    .safeIntegers(true),
})

/** Rows of `blocks` and `headers`. Write only within a transaction begun by the caller. */
export class BlockTable {
  readonly #statements: ReturnType<typeof prepareStatements>

  constructor(db: Database) {
    this.#statements = prepareStatements(db)
  }

  /** Visits every block, parents before children. */
  load(visit: (row: BlockRow) => void): void {
    for (const row of this.#statements.select.iterate()) {
      const [id, hash, prev, height, time, bits, version, status, failed, file, pos, size, txCount] = row
      visit({ id, hash, prev, height, time, bits, version, status, failed, file, pos, size, txCount })
    }
  }

  insert(row: BlockRow): void {
    const { id, hash, prev, height, time, bits, version, status, failed, file, pos, size, txCount } = row
    this.#statements.insert.run(id, hash, prev, height, time, bits, version, status, failed, file, pos, size, txCount)
  }

  putHeader(id: number, header: Uint8Array): void {
    this.#statements.putHeader.run(id, header)
  }

  /** Returns the serialised header of a block without data, or undefined. */
  header(id: number): Uint8Array | undefined {
    const header = this.#statements.getHeader.get(id)
    return header && plainBytes(header)
  }

  /** Records the location of the block's data and drops its header, which the data contains. */
  setStored(id: number, { file, pos }: BlockLocation, size: number, txCount: number): void {
    this.#statements.setStored.run(file, pos, size, txCount, id)
    this.#statements.dropHeader.run(id)
  }

  setConnected(id: number, { transparentDelta, transparent, burnedDelta, burned }: BlockSupply): void {
    const cells = [transparentDelta, transparent, burnedDelta, burned].map(satoshiCell)
    this.#statements.setConnected.run(...cells, id)
  }

  setStatus(id: number, status: number): void {
    this.#statements.setStatus.run(status, id)
  }

  setFailed(id: number, failed: number): void {
    this.#statements.setFailed.run(failed, id)
  }

  /** Returns `undefined` if the block never connected. */
  supply(id: number): BlockSupply | undefined {
    const row = this.#statements.getSupply.get(id)
    if (row === undefined || row[0] === null) return undefined
    return { transparentDelta: row[0], transparent: row[1], burnedDelta: row[2], burned: row[3] }
  }
}
