import type { Database } from 'better-sqlite3'
import type { OutPoint } from '../primitives/index.ts'
import { equal } from '../util/index.ts'
import type { CachedCoin } from './coinCache.ts'
import { createHeightSearch } from './heightSearch.ts'
import { createRowInserter, plainBytes, satoshiCell } from './rows.ts'
import { type FreshTx, type TxRecord, txPrefix } from './txRecord.ts'

type TxRow = [Uint8Array, number, number, number, number, number, number]
type OutputRow = [bigint, Uint8Array, bigint | null, bigint | null]

/** A transaction's id, and where its bytes lie within those of its block. */
export interface TxBytes {
  readonly txid: Uint8Array
  readonly offset: number
  readonly size: number
}

/** Who spends an output: a tx number and an input's index. */
export interface Spender {
  readonly txNum: number
  readonly input: number
}

/** A row of `outputs` with what its transaction says of it. */
export interface StoredOutput extends CachedCoin {
  readonly spender: Spender | undefined
}

/** A query for each table: joins of two or three take twice as long as these together. */
function createReads(db: Database) {
  const candidates = db
    .prepare<[number], number>('SELECT ordinal FROM tx_keys WHERE prefix = ? ORDER BY ordinal')
    .pluck()
  const selectTx = db
    .prepare<[number], TxRow>(
      'SELECT txid, height, position, offset, size, version, outputs FROM txs WHERE ordinal = ?',
    )
    .raw(true)
  const selectOutput = db
    .prepare<[number], OutputRow>('SELECT value, script, spent_by, spent_input FROM outputs WHERE id = ?')
    .raw(true)
    .safeIntegers(true)
  const firstAtHeight = createHeightSearch(db)
  const selectFrom = db
    .prepare<[number, number], [Uint8Array, number, number, number]>(
      'SELECT txid, offset, size, height FROM txs WHERE ordinal >= ? ORDER BY ordinal LIMIT ?',
    )
    .raw(true)
  const selectUnspent = db
    .prepare<[number, number], number>('SELECT id FROM outputs WHERE id >= ? AND id < ? AND spent_by IS NULL')
    .pluck()

  function tx(txNum: number): TxRecord | undefined {
    const row = selectTx.get(txNum)
    if (row === undefined) return undefined
    const [txid, height, position, offset, size, version, outputCount] = row
    return { txNum, txid: plainBytes(txid), height, position, offset, size, version, outputCount }
  }

  /** the newest one with this id */
  function find(txid: Uint8Array): TxRecord | undefined {
    // In the order of the key: the newest is the last.
    const txNums = candidates.all(txPrefix(txid))
    for (let at = txNums.length - 1; at >= 0; at--) {
      const found = tx(txNums[at]!)
      if (found !== undefined && equal(found.txid, txid)) return found
    }
    return undefined
  }

  return {
    tx,
    find,
    /** Undefined: there is no such transaction, or its output has no row. */
    output({ hash, index }: OutPoint): StoredOutput | undefined {
      const maker = find(hash)
      if (maker === undefined || index >= maker.outputCount) return undefined
      const { txNum, height, position } = maker
      const row = selectOutput.get(txNum + index)
      if (row === undefined) return undefined
      const [value, script, spentBy, input] = row
      const spender = spentBy === null ? undefined : { txNum: Number(spentBy), input: Number(input) }
      return { txNum, height, coinbase: position === 0, value, scriptPubKey: plainBytes(script), spender }
    },
    /** In block order, `most` of them. */
    txsAtHeight(height: number, most: number): TxBytes[] {
      const rows = selectFrom.all(firstAtHeight(height), most)
      return rows.flatMap(([txid, offset, size, at]) => (at === height ? { txid: plainBytes(txid), offset, size } : []))
    },
    /** ids of outputs of a transaction that no row says to be spent */
    unspent: ({ txNum, outputCount }: TxRecord): number[] => selectUnspent.all(txNum, txNum + outputCount),
  }
}

/** Statements over txs, tx_keys and outputs. No cache: see ledger.ts. */
export function createLedgerTables(db: Database) {
  const txs = createRowInserter(db, 'txs (ordinal, txid, height, position, offset, size, version, outputs)', 8)
  const keys = createRowInserter(db, 'tx_keys (prefix, ordinal)', 2)
  const outputs = createRowInserter(db, 'outputs (id, value, script, spent_by, spent_input)', 5)
  const mark = db.prepare('UPDATE outputs SET spent_by = ?, spent_input = ? WHERE id = ?')
  const unmark = db.prepare('UPDATE outputs SET spent_by = NULL, spent_input = NULL WHERE id = ?')
  const deleteKey = db.prepare('DELETE FROM tx_keys WHERE prefix = ? AND ordinal = ?')
  const deleteTxs = db.prepare('DELETE FROM txs WHERE ordinal >= ?')
  const deleteOutputs = db.prepare('DELETE FROM outputs WHERE id >= ?')

  function writeOutputs(tx: FreshTx): void {
    for (let index = 0; index < tx.outputCount; index++) {
      const output = tx.outputs[index]
      if (!output) continue
      const { value, script, spentBy, spentInput } = output
      const spent = spentBy !== 0
      outputs.add(tx.txNum + index, satoshiCell(value), script, spent ? spentBy : null, spent ? spentInput : null)
    }
  }

  return {
    ...createReads(db),
    /** Writes new transactions (in tx number order) and the spenders of outputs by their ids, each table in key order. */
    write(fresh: readonly FreshTx[], marks: [id: number, spender: Spender][]): void {
      for (const { txNum, txid, height, position, offset, size, version, outputCount } of fresh)
        txs.add(txNum, txid, height, position, offset, size, version, outputCount)
      txs.finish()
      const prefixes = fresh.map((tx) => ({ prefix: txPrefix(tx.txid), txNum: tx.txNum }))
      prefixes.sort((a, b) => a.prefix - b.prefix || a.txNum - b.txNum)
      for (const { prefix, txNum } of prefixes) keys.add(prefix, txNum)
      keys.finish()
      for (const tx of fresh) writeOutputs(tx)
      outputs.finish()
      marks.sort(([a], [b]) => a - b)
      for (const [id, { txNum, input }] of marks) mark.run(txNum, input, id)
    },
    clear(): void {
      txs.clear()
      keys.clear()
      outputs.clear()
    },
    unmark: (id: number): void => void unmark.run(id),
    /** Deletes the newest transactions, down to and including the one with this tx number. */
    remove(txids: readonly { readonly txid: Uint8Array; readonly txNum: number }[], firstTxNum: number): void {
      for (const { txid, txNum } of txids) deleteKey.run(txPrefix(txid), txNum)
      deleteTxs.run(firstTxNum)
      deleteOutputs.run(firstTxNum)
    },
  }
}
