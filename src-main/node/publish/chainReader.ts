import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type Cell, createHeightSearch, type Database } from '../storage/index.ts'
import { equal } from '../util/index.ts'
import { ActivePath } from './activePath.ts'
import { BlockBytes } from './blockBytes.ts'
import { BlockReader } from './blockReader.ts'
import type { BlockRows, Cursor } from './blockRows.ts'
import { ContractRowReader, type ContractRows } from './contractRowReader.ts'

/** The next blocks after a cursor. */
export interface Batch {
  readonly from: Cursor
  readonly to: Cursor
  readonly rows: BlockRows
  /** Rows of blocks with shielded data, with the columns of chain.db. */
  readonly shielded: readonly Cell[][]
  /** Notarisations found in these blocks or earlier, with the columns of chain.db. */
  readonly notarisations: readonly Cell[][]
  readonly modules: ContractRows
}

/** `fork`: the cursor's block is not in the active chain. `behind`: the cursor's block is or may be above the tip. */
export type NextBlocks =
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'level' }
  | { readonly kind: 'fork' }

const prepareStatements = (db: Database) => ({
  shielded: db
    .prepare<[number, number], Cell[]>('SELECT * FROM shielded_blocks WHERE height > ? AND height <= ? ORDER BY height')
    .raw(true)
    .safeIntegers(true),
  notarisations: db
    .prepare<[number], Cell[]>('SELECT * FROM notarisations WHERE position > ? ORDER BY position')
    .raw(true)
    .safeIntegers(true),
  txBefore: db
    .prepare<[number], [number, number]>(
      'SELECT ordinal, outputs FROM txs WHERE ordinal < ? ORDER BY ordinal DESC LIMIT 1',
    )
    .raw(true),
  token: db.prepare<[number], Uint8Array>('SELECT txid FROM tokens WHERE id = ?').pluck(),
  order: db.prepare<[number], Uint8Array>('SELECT txid FROM order_outputs WHERE id = ?').pluck(),
})

/**
 * Reads the chain of a data directory that another thread writes. Uses its own connection and reads one committed state
 * at a time.
 */
export class ChainReader {
  readonly #db: Database
  readonly #statements: ReturnType<typeof prepareStatements>
  readonly #firstAtHeight: (height: number) => number
  readonly #bytes: BlockBytes
  readonly #path: ActivePath
  readonly #blocks: BlockReader
  readonly #contracts: ContractRowReader

  /** @param folder the data directory */
  constructor(folder: string) {
    const db = new SqliteDatabase(join(folder, 'chain.db'), { readonly: true, fileMustExist: true })
    this.#db = db
    this.#statements = prepareStatements(db)
    this.#firstAtHeight = createHeightSearch(db)
    this.#bytes = new BlockBytes(folder)
    this.#path = new ActivePath(db)
    this.#blocks = new BlockReader(db, this.#path, this.#bytes)
    this.#contracts = new ContractRowReader(db)
  }

  /** Returns the height of the tip at the last read, or −1 without a block. */
  height(): number {
    return this.#path.height()
  }

  /** Reads the next blocks after a cursor, up to the limits of one transaction. */
  read(cursor: Cursor): NextBlocks {
    return this.#atOnce((): NextBlocks => {
      const published = cursor.hash === undefined ? undefined : this.#blocks.hashAt(cursor.height)
      if (cursor.hash !== undefined && (published === undefined || !equal(published, cursor.hash)))
        return { kind: 'fork' }
      return cursor.height < this.#path.height() ? { kind: 'batch', batch: this.#next(cursor) } : { kind: 'level' }
    })
  }

  hashAt(height: number): Uint8Array | undefined {
    return this.#atOnce(() => this.#blocks.hashAt(height))
  }

  /**
   * Returns the number of the next transaction after a block, or `undefined` if the block is not in the active chain.
   */
  nextOrdinalAfter(height: number, hash: Uint8Array): number | undefined {
    return this.#atOnce(() => {
      const ours = this.#blocks.hashAt(height)
      if (ours === undefined || !equal(ours, hash)) return undefined
      const before = this.#statements.txBefore.get(this.#firstAtHeight(height + 1))
      return before === undefined ? 1 : before[0] + Math.max(1, before[1])
    })
  }

  /** Returns the id of a token, given the number of the transaction that created it. */
  tokenId(created: number): Uint8Array | undefined {
    return this.#statements.token.get(created)
  }

  /** Returns the id of the transaction that placed an order, given the number of its output. */
  orderId(origin: number): Uint8Array | undefined {
    return this.#statements.order.get(origin)
  }

  close(): void {
    this.#db.close()
    this.#bytes.close()
  }

  /** Runs `read` on one committed state. */
  #atOnce<T>(read: () => T): T {
    this.#db.exec('BEGIN')
    try {
      this.#path.follow()
      return read()
    } finally {
      this.#db.exec('COMMIT')
    }
  }

  #next(cursor: Cursor): Batch {
    const read = this.#blocks.readAfter(cursor)
    const shielded = this.#statements.shielded.all(cursor.height, read.to.height)
    // The last batch also takes notarisations whose blocks were disconnected.
    const upTo = read.to.height < this.#path.height() ? read.to.height : Number.MAX_SAFE_INTEGER
    const notarisations = this.#notarisationsAfter(cursor.notarised, upTo)
    return {
      ...{ from: cursor, rows: read.rows, shielded, notarisations },
      to: { ...read.to, notarised: cursor.notarised + notarisations.length },
      modules: this.#contracts.read(cursor.nextOrdinal, read.to.nextOrdinal),
    }
  }

  /** Returns the notarisations after a position, up to the first one found above a height. */
  #notarisationsAfter(position: number, upTo: number): Cell[][] {
    const rows: Cell[][] = []
    for (const row of this.#statements.notarisations.iterate(position)) {
      if (Number(row[1]) > upTo) break
      rows.push(row)
    }
    return rows
  }
}
