import type { BlockEntry, NamedBlock } from '../node/core/index.ts'
import { readHeader } from '../node/primitives/index.ts'
import type { Database } from '../node/storage/index.ts'
import { ByteReader, equal, hashKey, LruMap, toDisplayHex } from '../node/util/index.ts'

/** Maximum number of cached blocks: lists, medians and windows read neighbouring blocks. */
const MAX_CACHED_BLOCKS = 5_000
/** Number of blocks read together when a caller walks down the chain. */
const BLOCKS_PER_WALK = 100

const BLOCK = 'height, hash, time, bits, version, size, tx_count, chain_work::text AS chain_work, chain_txs, header'

interface BlockRow {
  readonly height: number
  readonly hash: Uint8Array
  readonly time: number
  readonly bits: number
  readonly version: number
  readonly size: number
  readonly tx_count: number
  readonly chain_work: string
  readonly chain_txs: number
  readonly header: Uint8Array
}

const prepareStatements = (db: Database) => ({
  at: db.prepare<[number], BlockRow>(`SELECT ${BLOCK} FROM blocks WHERE height = ?`),
  below: db.prepare<[number, number], BlockRow>(`SELECT ${BLOCK} FROM blocks WHERE height > ? AND height <= ?`),
  height: db.prepare<[Uint8Array], number>('SELECT height FROM blocks WHERE hash = ?').pluck(),
})

/** Published blocks by height, cached while the chain only grows. */
export class PublishedBlocks {
  readonly #statements: ReturnType<typeof prepareStatements>
  readonly #known = new LruMap<number, BlockEntry>(MAX_CACHED_BLOCKS)
  #tip = -1

  constructor(db: Database) {
    this.#statements = prepareStatements(db)
  }

  at(height: number): BlockEntry | undefined {
    if (height < 0 || height > this.#tip) return undefined
    const known = this.#known
    const before = known.get(height)
    if (before !== undefined) return before
    const walks = known.has(height + 1) && known.has(height + 2)
    const { below, at } = this.#statements
    const rows = walks ? below.all(height - BLOCKS_PER_WALK, height) : at.all(height)
    for (const row of rows) known.set(row.height, known.get(row.height) ?? toEntry(row, this))
    return known.get(height)
  }

  byHash(hash: Uint8Array): BlockEntry | undefined {
    const height = this.#statements.height.get(hash)
    return height === undefined ? undefined : this.at(height)
  }

  tip(): BlockEntry {
    return this.at(this.#tip)!
  }

  /** Makes a block the tip. Returns false if it is on another branch than the last tip. */
  moveTo({ height, hash }: NamedBlock): boolean {
    const last = this.at(this.#tip)
    this.#tip = height
    if (last === undefined) return true
    if (height === last.height) return equal(last.hash, hash)
    return height > last.height && this.#statements.height.get(last.hash) === last.height
  }
}

function toEntry(row: BlockRow, blocks: PublishedBlocks): BlockEntry {
  const hash = new Uint8Array(row.hash)
  return {
    id: row.height + 1,
    hash,
    key: hashKey(hash),
    hashHex: toDisplayHex(hash),
    get prev() {
      return blocks.at(row.height - 1) ?? null
    },
    height: row.height,
    get header() {
      return readHeader(new ByteReader(new Uint8Array(row.header)))
    },
    time: row.time,
    bits: row.bits,
    version: row.version,
    chainWork: BigInt(row.chain_work),
    status: 'valid',
    failed: false,
    failedAncestor: false,
    txCount: row.tx_count,
    chainTxCount: row.chain_txs,
    size: row.size,
  }
}
