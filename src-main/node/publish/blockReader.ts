import { type OutPoint, parseBlock, type Transaction } from '../primitives/index.ts'
import { type Database, plainBytes, txNumCount, txPrefix } from '../storage/index.ts'
import { equal, hashKey } from '../util/index.ts'
import type { ActivePath } from './activePath.ts'
import type { BlockBytes } from './blockBytes.ts'
import { addBlock, type BlockRows, type Cursor, emptyRows, type LocatedTx, type PaidOutput } from './blockRows.ts'

/** Limits of one batch. Bounds memory here and the size of one transaction on the server. */
const LIMITS = { blocks: 2_000, bytes: 4 * 1024 * 1024, transactions: 8_000 } as const

type BlockRow = [Uint8Array, number, number, number, bigint | null, bigint | null, bigint | null, bigint | null]
type TxRow = [ordinal: number, txid: Uint8Array, offset: number, size: number, height: number]

const prepareStatements = (db: Database) => ({
  hash: db.prepare<[number], Uint8Array>('SELECT hash FROM blocks WHERE id = ?').pluck(),
  place: db
    .prepare<[number], [number, number, number, number]>('SELECT file, pos, size, tx_count FROM blocks WHERE id = ?')
    .raw(true),
  block: db
    .prepare<[number], BlockRow>(
      'SELECT hash, file, pos, size, transparent_delta, transparent, burned_delta, burned FROM blocks WHERE id = ?',
    )
    .raw(true)
    .safeIntegers(true),
  txs: db
    .prepare<[number, number], TxRow>(
      'SELECT ordinal, txid, offset, size, height FROM txs WHERE ordinal >= ? ORDER BY ordinal LIMIT ?',
    )
    .raw(true),
  keys: db
    .prepare<[number, number], number>(
      'SELECT ordinal FROM tx_keys WHERE prefix = ? AND ordinal < ? ORDER BY ordinal DESC',
    )
    .pluck(),
  txid: db.prepare<[number], Uint8Array>('SELECT txid FROM txs WHERE ordinal = ?').pluck(),
  output: db
    .prepare<[number], [bigint, Uint8Array]>('SELECT value, script FROM outputs WHERE id = ?')
    .raw(true)
    .safeIntegers(true),
})

/** Reads blocks of the active chain and converts them to rows. */
export class BlockReader {
  readonly #statements: ReturnType<typeof prepareStatements>
  readonly #path: ActivePath
  readonly #bytes: BlockBytes

  constructor(db: Database, path: ActivePath, bytes: BlockBytes) {
    this.#statements = prepareStatements(db)
    this.#path = path
    this.#bytes = bytes
  }

  hashAt(height: number): Uint8Array | undefined {
    const id = this.#path.at(height)
    const hash = id === undefined ? undefined : this.#statements.hash.get(id)
    return hash && plainBytes(hash)
  }

  /** Reads the next blocks after a cursor, up to the limits of a batch. */
  readAfter(cursor: Cursor): { readonly to: Omit<Cursor, 'notarised'>; readonly rows: BlockRows } {
    const rows = emptyRows()
    const totals = { work: cursor.work, txs: cursor.txs }
    const here = new Map<string, LocatedTx>()
    const find = (prevout: OutPoint, before: number): PaidOutput =>
      findOutput(here.get(hashKey(prevout.hash)), prevout) ?? this.#storedOutput(prevout, before)
    let { height, hash, nextOrdinal } = cursor
    let bytes = 0
    while (height < this.#path.height() && rows.blocks.length < LIMITS.blocks) {
      if (bytes >= LIMITS.bytes || rows.txs.length >= LIMITS.transactions) break
      const read = this.#blockAt(height + 1, nextOrdinal)
      for (const tx of read.txs) here.set(hashKey(tx.txid), tx)
      addBlock(rows, totals, read, find)
      height++
      hash = read.facts.hash
      bytes += read.facts.size
      const last = read.txs.at(-1)
      if (last !== undefined) nextOrdinal = last.ordinal + txNumCount(last.tx)
    }
    return { rows, to: { height, hash, nextOrdinal, ...totals } }
  }

  /** Reads the block at a height. @param first number of its first transaction */
  #blockAt(height: number, first: number) {
    const { place: selectPlace, block: selectBlock, txs: selectTxs } = this.#statements
    const id = this.#path.at(height)
    const place = id === undefined ? undefined : selectPlace.get(id)
    const row = id === undefined ? undefined : selectBlock.get(id)
    if (place === undefined || row === undefined) throw new Error(`no block at height ${height}`)
    const [file, pos, size, count] = place
    const raw = this.#bytes.read({ file, pos, size })
    const block = parseBlock(raw)
    // The transaction of the genesis block is not in the ledger.
    const found = selectTxs.all(first, count).filter(([, , , , of]) => of === height)
    const txs = found.map(([ordinal, txid, offset, length], at): LocatedTx => {
      const bytes = raw.subarray(offset, offset + length)
      return { tx: block.txs[at] as Transaction, txid: plainBytes(txid), ordinal, raw: bytes }
    })
    if (txs.length !== block.txs.length && height > 0)
      throw new Error(`transactions of the block at height ${height} are missing`)
    const supply = row.slice(4) as (bigint | null)[]
    return { block, txs, facts: { hash: plainBytes(row[0]), height, size, supply } }
  }

  /** Returns the newest output with this outpoint from before a transaction. */
  #storedOutput({ hash, index }: OutPoint, before: number): PaidOutput {
    const statements = this.#statements
    for (const ordinal of statements.keys.all(txPrefix(hash), before)) {
      const txid = statements.txid.get(ordinal)
      const row = txid && equal(plainBytes(txid), hash) ? statements.output.get(ordinal + index) : undefined
      if (row !== undefined) return { id: ordinal + index, value: row[0], script: plainBytes(row[1]) }
    }
    throw new Error('a block spends an output that chain.db does not have')
  }
}

function findOutput(maker: LocatedTx | undefined, { index }: OutPoint): PaidOutput | undefined {
  const output = maker?.tx.vout[index]
  return maker && output && { id: maker.ordinal + index, value: output.value, script: output.scriptPubKey }
}
