import type { Database } from 'better-sqlite3'
import type { Coin, Spend, SpentCoin } from '../core/index.ts'
import type { OutPoint, Transaction } from '../primitives/index.ts'
import { isUnspendable } from '../script/index.ts'
import { ByteMap } from '../util/index.ts'
import { type CachedCoin, CoinCache } from './coinCache.ts'
import { LedgerTables, type Spender, type TxBytes } from './ledgerTables.ts'
import { type FreshTx, OutputRecord, type TxLocation, type TxRecord, txNumCount } from './txRecord.ts'

/** Transactions, or marks, that are written in one go where the event loop waits: a few milliseconds. */
const PART = 256

/** An output of a transaction that is not written yet. */
interface FreshOutput {
  readonly tx: FreshTx
  readonly output: OutputRecord
}

/** What abandonBlock takes back. */
interface BlockStart {
  readonly next: number
  /** transactions that were fresh */
  readonly fresh: number
  readonly takenFresh: OutputRecord[]
  readonly takenStored: SpentCoin[]
}

/**
 * The active chain's transactions and outputs: the three tables, rows that are not written yet, and a bounded cache of unspent
 * outputs. Reads see unwritten changes. Blocks are added between `beginBlock` and `endBlock`; `abandonBlock` undoes a
 * half-added block without touching the database.
 */
export class Ledger {
  readonly #tables: LedgerTables
  #next: number
  /** added since the last flush, in order */
  #fresh: FreshTx[] = []
  /** the same by txid: of two with one id the newer */
  readonly #freshById = new ByteMap<FreshTx>(({ txid }) => txid)
  /** Written outputs that were spent since the last flush, by id. None of them is in #coins. */
  readonly #marks = new Map<number, Spender>()
  /** written and unspent */
  readonly #coins: CoinCache
  #block: BlockStart | undefined

  /** @param cachedCoins unspent outputs that stay in memory once they are written, see `CoinCache` */
  constructor(db: Database, firstTxNum: number, cachedCoins: number) {
    this.#tables = new LedgerTables(db)
    this.#coins = new CoinCache(cachedCoins)
    this.#next = firstTxNum
  }

  /** Returns the tx number of the next transaction. */
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
    // The newest transactions of a block may be held back while its first ones are written.
    return [...this.#tables.txsAtHeight(height, limit), ...this.#fresh.filter((tx) => tx.height === height)]
  }

  /** Returns an unspent output. */
  coin(outpoint: OutPoint): Coin | undefined {
    const found = this.#freshOutput(outpoint)
    if (found === null) return undefined
    if (found !== undefined) return found.output.spentBy === 0 ? plainCoin(toCachedCoin(found)) : undefined
    return plainCoin(this.#coins.get(outpoint) ?? this.#storedCoin(outpoint))
  }

  /** Returns a spendable output, spent or not. */
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

  /** Marks an unspent output as spent by the transaction that is added next; returns `undefined` if there is no such coin. */
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

  /** Adds a transaction whose inputs have been taken; returns its tx number. */
  add(tx: Transaction, { txid, height, position, offset, size }: TxLocation): number {
    const txNum = this.#next
    const outputCount = tx.vout.length
    const outputs = tx.vout.map(({ value, scriptPubKey }) =>
      isUnspendable(scriptPubKey) ? null : new OutputRecord(value, scriptPubKey),
    )
    const record = { txNum, txid, height, position, offset, size, version: tx.version, outputCount, outputs }
    this.#fresh.push(record)
    // An older transaction with the same id is fully spent and gives way (chain-params.md §11, BIP30).
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

  /** Removes the newest block's transactions, given in block order with the coins they spent. Writes at once. */
  removeBlock(txs: readonly { txid: Uint8Array; txNum: number; spent: readonly SpentCoin[] }[]): void {
    this.flush()
    const first = txs[0]
    if (first === undefined) return
    for (const { spent } of txs)
      for (const { outpoint, txNum } of spent) if (txNum < first.txNum) this.#tables.unmark(txNum + outpoint.index)
    this.#tables.remove(txs, first.txNum)
    // It is rare, and some of them are gone now.
    this.#coins.clear()
    this.#next = first.txNum
  }

  /** Writes everything unwritten. */
  flush(): void {
    this.#write(this.#fresh.length, this.#marks.size)
  }

  /**
   * Writes some of it, `part` rows at a time, and more as long as `goOn` says so; returns true when all is written. With `dense`
   * only transactions: the outputs that they spend lie on pages anywhere, which are better changed once, before the commit.
   */
  write(goOn: () => boolean, dense = false, part = PART): boolean {
    do {
      if (this.#fresh.length + (dense ? 0 : this.#marks.size) === 0) return true
      this.#write(part, this.#fresh.length > 0 ? 0 : part)
    } while (goOn())
    return false
  }

  /** Writes the oldest transactions and marks, up to these numbers. */
  #write(txs: number, spends: number): void {
    if (this.#block !== undefined) throw new Error('a block is being added')
    const fresh = this.#fresh.slice(0, txs)
    const marks = [...this.#marks.entries().take(spends)]
    this.#tables.write(fresh, marks)
    // Only now: what a full disk kept from being written must still be missing when the unit is to be committed.
    this.#fresh = this.#fresh.slice(txs)
    for (const [id] of marks) this.#marks.delete(id)
    for (const tx of fresh) {
      this.#forgetFresh(tx)
      this.#cacheCoins(tx)
    }
  }

  /** Spent outputs are rarely read again, so they are not cached. */
  #cacheCoins(tx: FreshTx): void {
    for (let index = 0; index < tx.outputCount; index++) {
      const output = tx.outputs[index]
      if (output?.spentBy === 0) this.#coins.add({ hash: tx.txid, index }, toCachedCoin({ tx, output }))
    }
  }

  #forgetFresh(tx: FreshTx): void {
    // There may be a newer one with the same id.
    if (this.#freshById.get(tx.txid) === tx) this.#freshById.delete(tx.txid)
  }

  /** Forgets everything and continues at this tx number: the database transaction was rolled back. */
  discard(nextTxNum: number): void {
    this.#tables.clear()
    this.#freshById.clear()
    this.#coins.clear()
    this.#marks.clear()
    this.#next = nextTxNum
    this.#fresh = []
    this.endBlock()
  }

  /** Undefined: the transaction is not fresh; null: it has no such output, or one that can never be spent. */
  #freshOutput({ hash, index }: OutPoint): FreshOutput | null | undefined {
    const tx = this.#freshById.get(hash)
    if (tx === undefined) return undefined
    const output = tx.outputs[index]
    return output ? { tx, output } : null
  }

  /** from the tables, if it is unspent */
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
