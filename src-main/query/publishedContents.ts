import type { BlockEntry } from '../node/core/index.ts'
import { type Block, computeTxid, parseBlock, parseTransaction, type Transaction } from '../node/primitives/index.ts'
import type { BlockSupply, Database } from '../node/storage/index.ts'
import { ByteWriter, concat } from '../node/util/index.ts'

const prepareStatements = (db: Database) => ({
  parts: db
    .prepare<[number], [Uint8Array, Uint8Array | null, number]>(
      'SELECT header, apart, tx_count FROM blocks WHERE height = ?',
    )
    .raw(true),
  raw: db
    .prepare<[number, number, number], Uint8Array>(
      'SELECT raw FROM txs WHERE height = ? AND position >= ? ORDER BY position LIMIT ?',
    )
    .pluck(),
  ids: db.prepare<[number], Uint8Array>('SELECT txid FROM txs WHERE height = ? ORDER BY position').pluck(),
  supply: db
    .prepare<[number], [bigint | null, bigint, bigint, bigint]>(
      'SELECT transparent_delta, transparent, burned_delta, burned FROM blocks WHERE height = ?',
    )
    .raw(true)
    .safeIntegers(true),
})

export class PublishedContents {
  readonly #statements: ReturnType<typeof prepareStatements>

  constructor(db: Database) {
    this.#statements = prepareStatements(db)
  }

  blockBytes({ height }: BlockEntry): Uint8Array | undefined {
    const row = this.#statements.parts.get(height)
    if (row === undefined) return undefined
    const [header, apart, count] = row
    const length = new ByteWriter()
    length.compactSize(count)
    const txs = apart === null ? this.#statements.raw.all(height, 0, count) : [apart]
    return concat(new Uint8Array(header), length.finish(), ...txs)
  }

  block(entry: BlockEntry): Block | undefined {
    const bytes = this.blockBytes(entry)
    return bytes && parseBlock(bytes)
  }

  txids(entry: BlockEntry): Uint8Array[] | undefined {
    if (entry.height === 0) return this.block(entry)?.txs.map(computeTxid)
    return this.#statements.ids.all(entry.height).map((txid) => new Uint8Array(txid))
  }

  /**
   * Returns at most `count` transactions of a block, starting at a position. Returns undefined if the block is unknown.
   */
  transactionsOf(entry: BlockEntry, from: number, count: number): Transaction[] | undefined {
    if (entry.height === 0) return this.block(entry)?.txs.slice(from, from + count)
    return this.#statements.raw.all(entry.height, from, count).map((raw) => parseTransaction(new Uint8Array(raw)))
  }

  supply({ height }: BlockEntry): BlockSupply | undefined {
    const row = this.#statements.supply.get(height)
    if (row === undefined || row[0] === null) return undefined
    return { transparentDelta: row[0], transparent: row[1], burnedDelta: row[2], burned: row[3] }
  }
}
