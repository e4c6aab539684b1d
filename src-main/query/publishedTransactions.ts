import type { Coin, ConfirmedTx, Spend } from '../node/core/index.ts'
import { type OutPoint, parseTransaction } from '../node/primitives/index.ts'
import type { Database } from '../node/storage/index.ts'
import type { PublishedBlocks } from './publishedBlocks.ts'

type TxRow = [ordinal: number, height: number, position: number, raw: Uint8Array]
type OutputRow = [height: bigint, position: bigint, value: bigint, script: Uint8Array]

const prepareOutputSelect = (db: Database, unspent: boolean) =>
  db
    .prepare<[number, Uint8Array, number], OutputRow>(
      `SELECT t.height, t.position, o.value, o.script FROM txs t
       JOIN tx_outputs o ON o.id = t.ordinal + ?::bigint AND o.height = t.height
       WHERE t.txid = ? AND t.outputs > ?::bigint
       ${unspent ? 'AND NOT EXISTS (SELECT 1 FROM tx_inputs i WHERE i.output = o.id)' : ''}
       ORDER BY t.ordinal DESC LIMIT 1`,
    )
    .raw(true)
    .safeIntegers(true)

const prepareStatements = (db: Database) => ({
  transaction: db
    .prepare<[Uint8Array], TxRow>(
      'SELECT ordinal, height, position, raw FROM txs WHERE txid = ? ORDER BY ordinal DESC LIMIT 1',
    )
    .raw(true),
  place: db
    .prepare<[number], [Uint8Array, number, number]>('SELECT txid, height, position FROM txs WHERE ordinal = ?')
    .raw(true),
  output: prepareOutputSelect(db, false),
  coin: prepareOutputSelect(db, true),
  spend: db
    .prepare<[number, Uint8Array, number], [Uint8Array, number, number, number]>(
      `SELECT s.txid, i.input, s.height, s.ordinal FROM txs t JOIN tx_inputs i ON i.output = t.ordinal + ?::bigint
       JOIN txs s ON s.ordinal = i.tx WHERE t.txid = ? AND t.outputs > ?::bigint ORDER BY t.ordinal DESC LIMIT 1`,
    )
    .raw(true),
})

export class PublishedTransactions {
  readonly #statements: ReturnType<typeof prepareStatements>
  readonly #blocks: PublishedBlocks

  constructor(db: Database, blocks: PublishedBlocks) {
    this.#statements = prepareStatements(db)
    this.#blocks = blocks
  }

  transaction(txid: Uint8Array): ConfirmedTx | undefined {
    const row = this.#statements.transaction.get(txid)
    if (row === undefined) return undefined
    const [txNum, height, position, raw] = row
    return { tx: parseTransaction(new Uint8Array(raw)), txid, txNum, block: this.#blocks.at(height)!, position }
  }

  /** Returns the id and position of a transaction, given its number. */
  txidOf(txNum: number) {
    const row = this.#statements.place.get(txNum)
    if (row === undefined) throw new Error(`no transaction with tx number ${txNum}`)
    return { txid: new Uint8Array(row[0]), height: row[1], position: row[2] }
  }

  /** Returns an unspent output, or undefined if it is spent or unknown. */
  coin({ hash, index }: OutPoint): Coin | undefined {
    return toCoin(this.#statements.coin.get(index, hash, index))
  }

  /** Returns an output, spent or unspent. */
  output({ hash, index }: OutPoint): Coin | undefined {
    const found = toCoin(this.#statements.output.get(index, hash, index))
    if (found !== undefined) return found
    // Provably unspendable outputs are found only in the transaction.
    const confirmed = this.transaction(hash)
    const output = confirmed?.tx.vout[index]
    return confirmed && output && { ...output, height: confirmed.block.height, coinbase: confirmed.position === 0 }
  }

  spend({ hash, index }: OutPoint): Spend | undefined {
    const row = this.#statements.spend.get(index, hash, index)
    return row && { txid: new Uint8Array(row[0]), inputIndex: row[1], height: row[2], txNum: row[3] }
  }
}

const toCoin = (row: OutputRow | undefined): Coin | undefined =>
  row && { value: row[2], scriptPubKey: new Uint8Array(row[3]), height: Number(row[0]), coinbase: row[1] === 0n }
