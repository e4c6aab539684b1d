import type { Database } from 'better-sqlite3'
import type { Coin, Spend, SpentCoin } from '../core/index.ts'
import type { OutPoint, Transaction } from '../primitives/index.ts'
import { isUnspendable } from '../script/index.ts'
import { ByteMap } from '../util/index.ts'
import { type CachedCoin, CoinCache } from './coinCache.ts'
import { LedgerTables, type Spender, type TxBytes } from './ledgerTables.ts'
import { type FreshTx, OutputRecord, type TxLocation, type TxRecord, txNumCount } from './txRecord.ts'

/** Rows written per step between two event-loop turns; takes a few milliseconds. */
const PART = 256

/** An output of an unwritten transaction. */
interface FreshOutput {
  readonly tx: FreshTx
  readonly output: OutputRecord
}

/** State that abandonBlock restores. */
interface BlockStart {
  readonly next: number
  /** number of unwritten transactions */
  readonly fresh: number
  readonly takenFresh: OutputRecord[]
  readonly takenStored: SpentCoin[]
}

/**
 * Transactions and outputs of the active chain: three tables, rows not written yet, and a bounded cache of unspent
 * outputs. Reads see unwritten changes. Blocks are added between `beginBlock` and `endBlock`. `abandonBlock` undoes a
 * partly added block without touching the database.
 */
export class Ledger {
  readonly #tables: LedgerTables
  #next: number
  /** transactions added since the last flush, in order */
  #fresh: FreshTx[] = []
  /** the unwritten transactions by txid; if two have the same id, the newer one */
  readonly #freshById = new ByteMap<FreshTx>(({ txid }) => txid)
  /** Spenders of written outputs spent since the last flush, by output id. Such outputs are not in #coins. */
  readonly #marks = new Map<number, Spender>()
  /** cache of written, unspent outputs */
  readonly #coins: CoinCache
  #block: BlockStart | undefined

  /** @param cachedCoins number of written unspent outputs that are cached, see `CoinCache` */
  constructor(db: Database, firstTxNum: number, cachedCoins: number) {
    this.#tables = new LedgerTables(db)
    this.#coins = new CoinCache(cachedCoins)
    this.#next = firstTxNum
  }

  /** number of coins in the cache */
  get cachedCoins(): number {
    return this.#coins.size
  }

  nextTxNum(): number {
    return this.#next
  }

  find(txid: Uint8Array): TxRecord | undefined {
    return this.#freshById.get(txid) ?? this.#tables.find(txid)
  }

  byTxNum(txNum: number): TxRecord | undefined {
    const firstFresh = this.#fresh[0]
    if (firstFresh === undefined || txNum < firstFresh.txNum) return this.#tables.tx(txNum)
    let low = 0
    let high = this.#fresh.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#fresh[middle]!.txNum < txNum) low = middle + 1
      else high = middle
    }
    const found = this.#fresh[low]
    return found?.txNum === txNum ? found : undefined
  }

  /** Returns at most `limit` transactions of a block, in order. */
  atHeight(height: number, limit: number): TxBytes[] {
    // A block's newest transactions may still be unwritten while its first ones are written.
    return [...this.#tables.txsAtHeight(height, limit), ...this.#fresh.filter((tx) => tx.height === height)]
  }

  /** Returns an unspent output, or undefined. */
  coin(outpoint: OutPoint): Coin | undefined {
    const found = this.#freshOutput(outpoint)
    if (found === null) return undefined
    if (found !== undefined) return found.output.spentBy === 0 ? plainCoin(toCachedCoin(found)) : undefined
    return plainCoin(this.#coins.get(outpoint) ?? this.#storedCoin(outpoint))
  }

  /** Returns a spendable output, spent or unspent, or undefined. */
  output(outpoint: OutPoint): SpentCoin | undefined {
    const found = this.#freshOutput(outpoint)
    if (found === null) return undefined
    const coin = found === undefined ? this.#tables.output(outpoint) : toCachedCoin(found)
    return coin && spentCoin(coin, outpoint)
  }

  spend(outpoint: OutPoint): Spend | undefined {
    const by = this.#spenderOf(outpoint)
    if (by === undefined) return undefined
    const spender = this.byTxNum(by.txNum)
    if (spender === undefined) throw new Error(`no transaction with tx number ${by.txNum}`)
    const { txid, height, txNum } = spender
    return { txid, inputIndex: by.input, height, txNum }
  }

  /** Returns true if a transaction with this id has an unspent output. */
  hasUnspent(txid: Uint8Array): boolean {
    const fresh = this.#freshById.get(txid)
    if (fresh !== undefined) return fresh.outputs.some((output) => output?.spentBy === 0)
    const tx = this.#tables.find(txid)
    return tx !== undefined && this.#tables.unspent(tx).some((id) => !this.#marks.has(id))
  }

  beginBlock(): void {
    this.#block = { next: this.#next, fresh: this.#fresh.length, takenFresh: [], takenStored: [] }
  }

  /** Marks an unspent output as spent by the transaction added next. Returns `undefined` if there is no such coin. */
  take(outpoint: OutPoint, inputIndex: number): SpentCoin | undefined {
    const found = this.#freshOutput(outpoint)
    if (found === null) return undefined
    if (found !== undefined) {
      const { output } = found
      if (output.spentBy !== 0) return undefined
      output.spentBy = this.#next
      output.spentInput = inputIndex
      this.#block?.takenFresh.push(output)
      return spentCoin(toCachedCoin(found), outpoint)
    }
    const coin = this.#coins.take(outpoint) ?? this.#storedCoin(outpoint)
    if (coin === undefined) return undefined
    this.#marks.set(coin.txNum + outpoint.index, { txNum: this.#next, input: inputIndex })
    const taken = spentCoin(coin, outpoint)
    this.#block?.takenStored.push(taken)
    return taken
  }

  /** Adds a transaction whose inputs were taken. Returns its tx number. */
  add(tx: Transaction, { txid, height, position, offset, size }: TxLocation): number {
    const txNum = this.#next
    const outputCount = tx.vout.length
    const outputs = tx.vout.map(({ value, scriptPubKey }) =>
      isUnspendable(scriptPubKey) ? null : new OutputRecord(value, scriptPubKey),
    )
    const record = { txNum, txid, height, position, offset, size, version: tx.version, outputCount, outputs }
    this.#fresh.push(record)
    // Replaces an older transaction with the same id, which is fully spent (chain-params.md §11, BIP30).
    this.#freshById.add(record)
    this.#next = txNum + txNumCount(tx)
    return txNum
  }

  endBlock(): void {
    this.#block = undefined
  }

  abandonBlock(): void {
    const block = this.#block
    if (block === undefined) return
    for (const output of block.takenFresh) {
      output.spentBy = 0
      output.spentInput = 0
    }
    for (const coin of block.takenStored) {
      this.#marks.delete(coin.txNum + coin.outpoint.index)
      this.#coins.add(coin.outpoint, coin)
    }
    for (const tx of this.#fresh.splice(block.fresh)) this.#forgetFresh(tx)
    this.#next = block.next
    this.endBlock()
  }

  /** Removes the newest block's transactions, given in block order with their spent coins. Writes immediately. */
  removeBlock(txs: readonly { txid: Uint8Array; txNum: number; spent: readonly SpentCoin[] }[]): void {
    this.flush()
    const first = txs[0]
    if (first === undefined) return
    for (const { spent } of txs)
      for (const { outpoint, txNum } of spent) if (txNum < first.txNum) this.#tables.unmark(txNum + outpoint.index)
    this.#tables.remove(txs, first.txNum)
    // Clears the complete cache, because some coins no longer exist and this case is rare.
    this.#coins.clear()
    this.#next = first.txNum
  }

  /** Writes all unwritten rows. */
  flush(): void {
    this.#write(this.#fresh.length, this.#marks.size)
  }

  /**
   * Writes rows in steps of `part`, and continues while `goOn` returns true. Returns true if all are written. With
   * `dense`, writes only transactions: their spent outputs are on scattered pages, which are better changed once, right
   * before the commit.
   */
  write(goOn: () => boolean, dense = false, part = PART): boolean {
    do {
      if (this.#fresh.length + (dense ? 0 : this.#marks.size) === 0) return true
      this.#write(part, this.#fresh.length > 0 ? 0 : part)
    } while (goOn())
    return false
  }

  /** Writes at most these numbers of the oldest transactions and marks. */
  #write(txs: number, spends: number): void {
    if (this.#block !== undefined) throw new Error('a block is being added')
    const fresh = this.#fresh.slice(0, txs)
    const marks = [...this.#marks.entries().take(spends)]
    this.#tables.write(fresh, marks)
    // Only after writing: rows that a full disk rejected must still count as unwritten at the commit.
    this.#fresh = this.#fresh.slice(txs)
    for (const [id] of marks) this.#marks.delete(id)
    for (const tx of fresh) {
      this.#forgetFresh(tx)
      this.#cacheCoins(tx)
    }
  }

  /**
   * Caches the unspent outputs of a written transaction. Spent outputs are rarely read again, so they are not cached.
   */
  #cacheCoins(tx: FreshTx): void {
    for (let index = 0; index < tx.outputCount; index++) {
      const output = tx.outputs[index]
      if (output?.spentBy === 0) this.#coins.add({ hash: tx.txid, index }, toCachedCoin({ tx, output }))
    }
  }

  #forgetFresh(tx: FreshTx): void {
    // The map may contain a newer transaction with the same id.
    if (this.#freshById.get(tx.txid) === tx) this.#freshById.delete(tx.txid)
  }

  /** Drops all state and continues at this tx number after a rollback of the database transaction. */
  discard(nextTxNum: number): void {
    this.#tables.clear()
    this.#freshById.clear()
    this.#coins.clear()
    this.#marks.clear()
    this.#next = nextTxNum
    this.#fresh = []
    this.endBlock()
  }

  /**
   * Returns undefined if the transaction is not fresh, or null if it has no such output or the output is unspendable.
   */
  #freshOutput({ hash, index }: OutPoint): FreshOutput | null | undefined {
    const tx = this.#freshById.get(hash)
    if (tx === undefined) return undefined
    const output = tx.outputs[index]
    return output ? { tx, output } : null
  }

  /** returns a coin from the tables, or undefined if it is spent */
  #storedCoin(outpoint: OutPoint): CachedCoin | undefined {
    const stored = this.#tables.output(outpoint)
    if (stored === undefined || stored.spender !== undefined) return undefined
    return this.#marks.has(stored.txNum + outpoint.index) ? undefined : stored
  }

  #spenderOf(outpoint: OutPoint): Spender | undefined {
    const found = this.#freshOutput(outpoint)
    if (found === null) return undefined
    if (found !== undefined) {
      const { spentBy, spentInput } = found.output
      return spentBy === 0 ? undefined : { txNum: spentBy, input: spentInput }
    }
    const stored = this.#tables.output(outpoint)
    return stored && (stored.spender ?? this.#marks.get(stored.txNum + outpoint.index))
  }
}

const toCachedCoin = ({ tx, output }: FreshOutput): CachedCoin => ({
  value: output.value,
  scriptPubKey: output.script,
  height: tx.height,
  coinbase: tx.position === 0,
  txNum: tx.txNum,
})

function plainCoin(coin: CachedCoin | undefined): Coin | undefined {
  if (coin === undefined) return undefined
  const { value, scriptPubKey, height, coinbase } = coin
  return { value, scriptPubKey, height, coinbase }
}

const spentCoin = ({ value, scriptPubKey, height, coinbase, txNum }: CachedCoin, outpoint: OutPoint): SpentCoin => ({
  value,
  scriptPubKey,
  height,
  coinbase,
  outpoint,
  txNum,
})
