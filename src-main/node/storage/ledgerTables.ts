import type { Database } from 'better-sqlite3'
import type { OutPoint } from '../primitives/index.ts'
import { equal } from '../util/index.ts'
import type { CachedCoin } from './coinCache.ts'
import { createHeightSearch } from './heightSearch.ts'
import { RowBatch } from './rowBatch.ts'
import { plainBytes, RowInserter, satoshiCell } from './rows.ts'
import { type FreshTx, type TxRecord, txPrefix } from './txRecord.ts'

type TxRow = [Uint8Array, number, number, number, number, number, number]
type OutputRow = [bigint, Uint8Array, bigint | null, bigint | null]

/** A txid, and the position of the transaction's bytes within its block. */
export interface TxBytes {
  readonly txid: Uint8Array
  readonly offset: number
  readonly size: number
}

/** Spender of an output: a tx number and an input's index. */
export interface Spender {
  readonly txNum: number
  readonly input: number
}

/** A row of `outputs` with data of its transaction. */
export interface StoredOutput extends CachedCoin {
  readonly spender: Spender | undefined
}

/** Separate queries per table: a join of two or three tables takes twice as long as all of the queries. */
const prepareReads = (db: Database) => ({
  keys: db.prepare<[number], number>('SELECT ordinal FROM tx_keys WHERE prefix = ? ORDER BY ordinal').pluck(),
  tx: db
    .prepare<[number], TxRow>(
      'SELECT txid, height, position, offset, size, version, outputs FROM txs WHERE ordinal = ?',
    )
    .raw(true),
  output: db
    .prepare<[number], OutputRow>('SELECT value, script, spent_by, spent_input FROM outputs WHERE id = ?')
    .raw(true)
    .safeIntegers(true),
  txsFrom: db
    .prepare<[number, number], [Uint8Array, number, number, number]>(
      'SELECT txid, offset, size, height FROM txs WHERE ordinal >= ? ORDER BY ordinal LIMIT ?',
    )
    .raw(true),
  unspent: db
    .prepare<[number, number], number>('SELECT id FROM outputs WHERE id >= ? AND id < ? AND spent_by IS NULL')
    .pluck(),
})

const prepareWrites = (db: Database) => ({
  unmark: db.prepare('UPDATE outputs SET spent_by = NULL, spent_input = NULL WHERE id = ?'),
  deleteKey: db.prepare('DELETE FROM tx_keys WHERE prefix = ? AND ordinal = ?'),
  deleteTxs: db.prepare('DELETE FROM txs WHERE ordinal >= ?'),
  deleteOutputs: db.prepare('DELETE FROM outputs WHERE id >= ?'),
})

/** Statements over txs, tx_keys and outputs, without a cache: see ledger.ts. */
export class LedgerTables {
  readonly #reads: ReturnType<typeof prepareReads>
  readonly #writes: ReturnType<typeof prepareWrites>
  readonly #firstAtHeight: (height: number) => number
  readonly #txs: RowInserter
  readonly #keys: RowInserter
  readonly #outputs: RowInserter
  readonly #marks: RowBatch

  constructor(db: Database) {
    this.#reads = prepareReads(db)
    this.#writes = prepareWrites(db)
    this.#firstAtHeight = createHeightSearch(db)
    this.#txs = new RowInserter(db, 'txs (ordinal, txid, height, position, offset, size, version, outputs)', 8)
    this.#keys = new RowInserter(db, 'tx_keys (prefix, ordinal)', 2)
    this.#outputs = new RowInserter(db, 'outputs (id, value, script, spent_by, spent_input)', 5)
    this.#marks = new RowBatch(
      db,
      3,
      (rows) =>
        `UPDATE outputs SET spent_by = new.column2, spent_input = new.column3
         FROM (VALUES ${rows}) AS new WHERE outputs.id = new.column1`,
    )
  }

  tx(txNum: number): TxRecord | undefined {
    const row = this.#reads.tx.get(txNum)
    if (row === undefined) return undefined
    const [txid, height, position, offset, size, version, outputCount] = row
    return { txNum, txid: plainBytes(txid), height, position, offset, size, version, outputCount }
  }

  /** Finds the newest transaction with this id. */
  find(txid: Uint8Array): TxRecord | undefined {
    // Rows are in key order, so the newest is the last.
    const txNums = this.#reads.keys.all(txPrefix(txid))
    for (let at = txNums.length - 1; at >= 0; at--) {
      const found = this.tx(txNums[at]!)
      if (found !== undefined && equal(found.txid, txid)) return found
    }
    return undefined
  }

  /** Returns `undefined` if there is no such transaction, or its output has no row. */
  output({ hash, index }: OutPoint): StoredOutput | undefined {
    const maker = this.find(hash)
    if (maker === undefined || index >= maker.outputCount) return undefined
    const { txNum, height, position } = maker
    const row = this.#reads.output.get(txNum + index)
    if (row === undefined) return undefined
    const [value, script, spentBy, input] = row
    const spender = spentBy === null ? undefined : { txNum: Number(spentBy), input: Number(input) }
    return { txNum, height, coinbase: position === 0, value, scriptPubKey: plainBytes(script), spender }
  }

  /** Returns at most `limit` transactions of a height, in block order. */
  txsAtHeight(height: number, limit: number): TxBytes[] {
    const rows = this.#reads.txsFrom.all(this.#firstAtHeight(height), limit)
    return rows.flatMap(([txid, offset, size, at]) => (at === height ? { txid: plainBytes(txid), offset, size } : []))
  }

  /** Returns the ids of a transaction's outputs that are not marked as spent. */
  unspent({ txNum, outputCount }: TxRecord): number[] {
    return this.#reads.unspent.all(txNum, txNum + outputCount)
  }

  /** Writes new transactions (in tx number order) and output spenders by output id, each table in key order. */
  write(fresh: readonly FreshTx[], marks: [id: number, spender: Spender][]): void {
    for (const { txNum, txid, height, position, offset, size, version, outputCount } of fresh)
      this.#txs.add(txNum, txid, height, position, offset, size, version, outputCount)
    this.#txs.finish()
    const prefixes = fresh.map((tx) => ({ prefix: txPrefix(tx.txid), txNum: tx.txNum }))
    prefixes.sort((a, b) => a.prefix - b.prefix || a.txNum - b.txNum)
    for (const { prefix, txNum } of prefixes) this.#keys.add(prefix, txNum)
    this.#keys.finish()
    for (const tx of fresh) this.#writeOutputs(tx)
    this.#outputs.finish()
    marks.sort(([a], [b]) => a - b)
    for (const [id, { txNum, input }] of marks) this.#marks.add(id, txNum, input)
    this.#marks.finish()
  }

  #writeOutputs(tx: FreshTx): void {
    for (let index = 0; index < tx.outputCount; index++) {
      const output = tx.outputs[index]
      if (!output) continue
      const { value, script, spentBy, spentInput } = output
      const spent = spentBy !== 0
      this.#outputs.add(tx.txNum + index, satoshiCell(value), script, spent ? spentBy : null, spent ? spentInput : null)
    }
  }

  /** Drops rows left by a failed write. */
  clear(): void {
    this.#txs.clear()
    this.#keys.clear()
    this.#outputs.clear()
    this.#marks.clear()
  }

  unmark(id: number): void {
    this.#writes.unmark.run(id)
  }

  /** Deletes the newest transactions from this tx number on. */
  remove(txids: readonly { readonly txid: Uint8Array; readonly txNum: number }[], firstTxNum: number): void {
    for (const { txid, txNum } of txids) this.#writes.deleteKey.run(txPrefix(txid), txNum)
    this.#writes.deleteTxs.run(firstTxNum)
    this.#writes.deleteOutputs.run(firstTxNum)
  }
}
