import type { Database } from 'better-sqlite3'
import { createHeightSearch } from './heightSearch.ts'
import { createRowInserter, plainBytes, satoshiCell } from './rows.ts'
import { OutputRecord, TxRecord, txPrefix } from './txRecord.ts'

type TxRow = [Uint8Array, number, number, number, number, number, number]
type OutputRow = [bigint, Uint8Array, bigint | null, bigint | null]

/** A transaction's id, and where its bytes lie within those of its block. */
export interface TxBytes {
  readonly txid: Uint8Array
  readonly offset: number
  readonly size: number
}

/** An output that was spent after its row was written. */
export interface SpendMark {
  readonly id: number
  readonly tx: TxRecord
  readonly output: OutputRecord
}

/** Statements over txs, tx_keys and outputs. No cache: see ledger.ts. */
export function createLedgerTables(db: Database) {
  const candidates = db
    .prepare<[number], number>('SELECT ordinal FROM tx_keys WHERE prefix = ? ORDER BY ordinal DESC')
    .pluck()
  const selectTx = db
    .prepare<[number], TxRow>(
      'SELECT txid, height, position, offset, size, version, outputs FROM txs WHERE ordinal = ?',
    )
    .raw(true)
  const firstAtHeight = createHeightSearch(db)
  const selectFrom = db
    .prepare<[number, number], [Uint8Array, number, number, number]>(
      'SELECT txid, offset, size, height FROM txs WHERE ordinal >= ? ORDER BY ordinal LIMIT ?',
    )
    .raw(true)
  const selectOutput = db
    .prepare<[number], OutputRow>('SELECT value, script, spent_by, spent_input FROM outputs WHERE id = ?')
    .raw(true)
    .safeIntegers(true)
  const anyUnspent = db
    .prepare<[number, number], number>('SELECT 1 FROM outputs WHERE id >= ? AND id < ? AND spent_by IS NULL LIMIT 1')
    .pluck()
  const txs = createRowInserter(db, 'txs (ordinal, txid, height, position, offset, size, version, outputs)', 8)
  const keys = createRowInserter(db, 'tx_keys (prefix, ordinal)', 2)
  const outputs = createRowInserter(db, 'outputs (id, value, script, spent_by, spent_input)', 5)
  const mark = db.prepare('UPDATE outputs SET spent_by = ?, spent_input = ? WHERE id = ?')
  const unmark = db.prepare('UPDATE outputs SET spent_by = NULL, spent_input = NULL WHERE id = ?')
  const deleteKey = db.prepare('DELETE FROM tx_keys WHERE prefix = ? AND ordinal = ?')
  const deleteTxs = db.prepare('DELETE FROM txs WHERE ordinal >= ?')
  const deleteOutputs = db.prepare('DELETE FROM outputs WHERE id >= ?')

  function writeOutputs(tx: TxRecord): void {
    for (let index = 0; index < tx.outputCount; index++) {
      const output = tx.outputs[index]
      if (!output) continue
      const { value, spentBy, spentInput } = output
      const spent = spentBy !== 0
      const script = output.scriptBytes()
      outputs.add(tx.txNum + index, satoshiCell(value), script, spent ? spentBy : null, spent ? spentInput : null)
    }
  }

  return {
    /** tx numbers of transactions whose id begins with this prefix, the newest first */
    candidates: (txid: Uint8Array): number[] => candidates.all(txPrefix(txid)),
    tx(txNum: number): TxRecord | undefined {
      const row = selectTx.get(txNum)
      if (row === undefined) return undefined
      const [txid, height, position, offset, size, version, outputCount] = row
      const fields = { txNum, txid: plainBytes(txid), height, position, offset, size, version, outputCount }
      return new TxRecord({ ...fields, fresh: false })
    },
    /** In block order, `most` of them. */
    txsAtHeight(height: number, most: number): TxBytes[] {
      const rows = selectFrom.all(firstAtHeight(height), most)
      return rows.flatMap(([txid, offset, size, at]) => (at === height ? { txid: plainBytes(txid), offset, size } : []))
    },
    output(id: number): OutputRecord | null {
      const row = selectOutput.get(id)
      if (row === undefined) return null
      return new OutputRecord(row[0], plainBytes(row[1]), Number(row[2] ?? 0), Number(row[3] ?? 0))
    },
    hasUnspent: (txNum: number, count: number): boolean => anyUnspent.get(txNum, txNum + count) !== undefined,
    /** Writes new transactions (in tx number order) and the marks of spent outputs, each table in key order. */
    write(fresh: readonly TxRecord[], marks: SpendMark[]): void {
      for (const { txNum, txid, height, position, offset, size, version, outputCount } of fresh)
        txs.add(txNum, txid, height, position, offset, size, version, outputCount)
      txs.finish()
      const prefixes = fresh.map((tx) => ({ prefix: txPrefix(tx.txid), txNum: tx.txNum }))
      prefixes.sort((a, b) => a.prefix - b.prefix || a.txNum - b.txNum)
      for (const { prefix, txNum } of prefixes) keys.add(prefix, txNum)
      keys.finish()
      for (const tx of fresh) writeOutputs(tx)
      outputs.finish()
      marks.sort((a, b) => a.id - b.id)
      for (const { id, output } of marks) mark.run(output.spentBy, output.spentInput, id)
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
