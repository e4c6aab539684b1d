import type { Database } from 'better-sqlite3'
import type { Coin, Spend, SpentCoin } from '../interfaces.ts'
import type { OutPoint, Transaction } from '../primitives/index.ts'
import { isUnspendable } from '../script/index.ts'
import { ByteMap, equal } from '../util/index.ts'
import { createLedgerTables, type SpendMark, type TxBytes } from './ledgerTables.ts'
import { OutputRecord, TxRecord } from './txRecord.ts'

/** Transactions, or marks, that are written in one go where the event loop waits: a few milliseconds. */
const PART = 256

/**
 * The active chain's transactions and outputs: the three tables, what is not written yet, and a bounded memory of recent
 * ones. Reads see unwritten changes. Blocks are added between `beginBlock` and `endBlock`; `abandonBlock` takes a
 * half-added block back without touching the database.
 */
export interface Ledger {
  /** tx number of the next transaction */
  nextTxNum(): number

  find(txid: Uint8Array): TxRecord | undefined
  byTxNum(txNum: number): TxRecord | undefined
  /** The transactions of a block, in order, but no more than `most`. */
  atHeight(height: number, most: number): TxBytes[]
  /** unspent output */
  coin(outpoint: OutPoint): Coin | undefined
  /** spendable output, spent or not */
  output(outpoint: OutPoint): SpentCoin | undefined
  spend(outpoint: OutPoint): Spend | undefined
  /** whether a transaction with this id has an unspent output */
  hasUnspent(txid: Uint8Array): boolean

  beginBlock(): void
  /** Marks an unspent output as spent by the transaction that is added next; undefined if there is no such coin. */
  take(outpoint: OutPoint, inputIndex: number): SpentCoin | undefined
  /** Adds a transaction whose inputs have been taken; returns its tx number. */
  add(tx: Transaction, place: TxPlace): number
  endBlock(): void
  abandonBlock(): void
  /** Removes the newest block's transactions, given in block order with the coins they spent. Writes at once. */
  removeBlock(txs: readonly { txid: Uint8Array; txNum: number; spent: readonly SpentCoin[] }[]): void

  /** writes everything unwritten */
  flush(): void
  /** Writes some of it, `part` rows at a time, and more as long as `goOn` says so; true: all is written. */
  write(goOn: () => boolean, part?: number): boolean
  /** the database transaction was rolled back: forgets everything and continues at this tx number */
  discard(nextTxNum: number): void
}

/** Where a transaction stands. `offset` and `size` locate it within its block's bytes. */
export interface TxPlace {
  readonly txid: Uint8Array
  readonly height: number
  readonly position: number
  readonly offset: number
  readonly size: number
}

/**
 * @param mostRemembered transactions that stay in memory once they are written, counted with their outputs, 350 bytes each:
 * fresh outputs are by far the likeliest to be spent
 */
export function createLedger(db: Database, firstTxNum: number, mostRemembered: number): Ledger {
  return new CachedLedger(db, firstTxNum, mostRemembered)
}

class CachedLedger implements Ledger {
  readonly #tables: ReturnType<typeof createLedgerTables>
  readonly #mostRemembered: number
  /** by txid; oldest first, so that eviction begins with the oldest */
  readonly #known = new ByteMap<TxRecord>(({ txid }) => txid)
  /** transactions and outputs in #known */
  #weight = 0
  #next: number
  /** added since the last flush, in order */
  #fresh: TxRecord[] = []
  /** written outputs that were spent since the last flush */
  #marks: SpendMark[] = []
  /** what abandonBlock takes back */
  #blockStart: { next: number; fresh: number; marks: number } | undefined
  #taken: OutputRecord[] = []

  constructor(db: Database, firstTxNum: number, mostRemembered: number) {
    this.#tables = createLedgerTables(db)
    this.#mostRemembered = mostRemembered
    this.#next = firstTxNum
  }

  nextTxNum(): number {
    return this.#next
  }

  find(txid: Uint8Array): TxRecord | undefined {
    const known = this.#known.get(txid)
    if (known !== undefined) return known
    for (const txNum of this.#tables.candidates(txid)) {
      const tx = this.#tables.tx(txNum)
      if (tx !== undefined && equal(tx.txid, txid)) {
        this.#remember(tx)
        return tx
      }
    }
    return undefined
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

  atHeight(height: number, most: number): TxBytes[] {
    // The newest transactions of a block may be held back while its first ones are written.
    return [...this.#tables.txsAtHeight(height, most), ...this.#fresh.filter((tx) => tx.height === height)]
  }

  coin({ hash, index }: OutPoint): Coin | undefined {
    const tx = this.find(hash)
    const output = tx === undefined ? null : this.#outputOf(tx, index)
    if (tx === undefined || output === null || output.spentBy !== 0) return undefined
    return { value: output.value, scriptPubKey: output.scriptBytes(), height: tx.height, coinbase: tx.position === 0 }
  }

  output(outpoint: OutPoint): SpentCoin | undefined {
    const tx = this.find(outpoint.hash)
    const output = tx && this.#outputOf(tx, outpoint.index)
    return output ? spentCoin(tx, output, outpoint) : undefined
  }

  spend({ hash, index }: OutPoint): Spend | undefined {
    const tx = this.find(hash)
    const output = tx && this.#outputOf(tx, index)
    if (!output || output.spentBy === 0) return undefined
    const spender = this.byTxNum(output.spentBy)
    if (spender === undefined) throw new Error(`no transaction with tx number ${output.spentBy}`)
    const { txid, height, txNum } = spender
    return { txid, inputIndex: output.spentInput, height, txNum }
  }

  hasUnspent(txid: Uint8Array): boolean {
    const tx = this.find(txid)
    if (tx === undefined) return false
    // With nothing unwritten one query answers; otherwise each output is looked at through the memory.
    if (!tx.fresh && this.#marks.length === 0) return this.#tables.hasUnspent(tx.txNum, tx.outputCount)
    for (let index = 0; index < tx.outputCount; index++) if (this.#outputOf(tx, index)?.spentBy === 0) return true
    return false
  }

  beginBlock(): void {
    this.#blockStart = { next: this.#next, fresh: this.#fresh.length, marks: this.#marks.length }
    this.#taken = []
  }

  take(outpoint: OutPoint, inputIndex: number): SpentCoin | undefined {
    const tx = this.find(outpoint.hash)
    const output = tx === undefined ? null : this.#outputOf(tx, outpoint.index)
    if (tx === undefined || output === null || output.spentBy !== 0) return undefined
    output.spentBy = this.#next
    output.spentInput = inputIndex
    this.#taken.push(output)
    if (!tx.fresh) this.#marks.push({ id: tx.txNum + outpoint.index, tx, output })
    return spentCoin(tx, output, outpoint)
  }

  add(tx: Transaction, { txid, height, position, offset, size }: TxPlace): number {
    const txNum = this.#next
    const outputCount = tx.vout.length
    const fields = { txNum, txid, height, position, offset, size, version: tx.version, outputCount }
    const record = new TxRecord({ ...fields, fresh: true })
    for (const { value, scriptPubKey } of tx.vout) {
      record.outputs.push(isUnspendable(scriptPubKey) ? null : new OutputRecord(value, scriptPubKey, 0, 0))
    }
    record.loaded = outputCount
    this.#fresh.push(record)
    this.#remember(record)
    this.#next = txNum + outputCount
    return txNum
  }

  endBlock(): void {
    this.#blockStart = undefined
    this.#taken = []
  }

  abandonBlock(): void {
    const start = this.#blockStart
    if (start === undefined) return
    for (const output of this.#taken) {
      output.spentBy = 0
      output.spentInput = 0
    }
    for (const tx of this.#fresh.splice(start.fresh)) this.#forget(tx.txid)
    this.#marks.length = start.marks
    this.#next = start.next
    this.endBlock()
  }

  removeBlock(txs: readonly { txid: Uint8Array; txNum: number; spent: readonly SpentCoin[] }[]): void {
    this.flush()
    const first = txs[0]
    if (first === undefined) return
    for (const { txid, spent } of txs) {
      for (const { outpoint, txNum } of spent) {
        if (txNum >= first.txNum) continue
        this.#tables.unmark(txNum + outpoint.index)
        const remembered = this.#known.get(outpoint.hash)?.outputs[outpoint.index]
        if (remembered) {
          remembered.spentBy = 0
          remembered.spentInput = 0
        }
      }
      this.#forget(txid)
    }
    this.#tables.remove(txs, first.txNum)
    this.#next = first.txNum
  }

  flush(): void {
    this.#write(this.#fresh.length, this.#marks.length)
    this.#evict()
  }

  write(goOn: () => boolean, part = PART): boolean {
    do {
      if (this.#fresh.length + this.#marks.length === 0) {
        this.#evict()
        return true
      }
      this.#write(part, this.#fresh.length > 0 ? 0 : part)
    } while (goOn())
    return false
  }

  /** Writes so many of the oldest transactions and marks. */
  #write(txs: number, spends: number): void {
    if (this.#blockStart !== undefined) throw new Error('a block is being added')
    const fresh = this.#fresh.slice(0, txs)
    const marks = this.#marks.slice(0, spends)
    this.#tables.write(fresh, marks)
    // Only now: what a full disk kept from being written must still be missing when the unit is to be committed.
    this.#fresh = this.#fresh.slice(txs)
    this.#marks = this.#marks.slice(spends)
    for (const tx of fresh) this.#markWritten(tx)
    for (const mark of marks) this.#dropSpent(mark)
  }

  /** What was just written is remembered as far as it may be spent: hardly anybody asks for a spent output again. */
  #markWritten(tx: TxRecord): void {
    tx.fresh = false
    const before = tx.loaded
    for (let index = 0; index < tx.outputs.length; index++) {
      const output = tx.outputs[index]
      if (output?.spentBy === 0) output.pack()
      else if (output !== undefined) {
        tx.outputs[index] = undefined
        tx.loaded--
      }
    }
    this.#weigh(tx, before)
  }

  /** This output alone: marks of others of the transaction may still be in memory only. */
  #dropSpent({ id, tx, output }: SpendMark): void {
    const index = id - tx.txNum
    if (tx.outputs[index] !== output) return
    tx.outputs[index] = undefined
    this.#weigh(tx, tx.loaded--)
  }

  /** @param before what `loaded` was */
  #weigh(tx: TxRecord, before: number): void {
    if (this.#known.get(tx.txid) !== tx) return
    this.#weight += tx.loaded - before
    if (tx.loaded === 0) this.#forget(tx.txid)
  }

  discard(nextTxNum: number): void {
    this.#tables.clear()
    this.#known.clear()
    this.#weight = 0
    this.#next = nextTxNum
    this.#fresh = []
    this.#marks = []
    this.endBlock()
  }

  #outputOf(tx: TxRecord, index: number): OutputRecord | null {
    if (index >= tx.outputCount) return null
    const known = tx.outputs[index]
    if (known !== undefined) return known
    const loaded = this.#tables.output(tx.txNum + index)
    tx.outputs[index] = loaded
    tx.loaded++
    this.#weight++
    return loaded
  }

  #remember(tx: TxRecord): void {
    // Outside of a flush only what is written already may be evicted; that happens when far too much has been read.
    if (this.#weight > 2 * this.#mostRemembered) this.#evict()
    // An older transaction with the same id is fully spent and gives way (chain-params.md §11, BIP30).
    this.#forget(tx.txid)
    this.#known.add(tx)
    this.#weight += 1 + tx.loaded
  }

  #forget(txid: Uint8Array): void {
    const tx = this.#known.get(txid)
    if (tx === undefined) return
    this.#known.delete(txid)
    this.#weight -= 1 + tx.loaded
  }

  #evict(): void {
    if (this.#weight <= this.#mostRemembered) return
    const dirty = new Set(this.#marks.map(({ tx }) => tx))
    for (const tx of this.#known.values()) {
      if (this.#weight <= this.#mostRemembered) return
      if (tx.fresh || dirty.has(tx)) continue
      this.#forget(tx.txid)
    }
  }
}

function spentCoin(tx: TxRecord, output: OutputRecord, outpoint: OutPoint): SpentCoin {
  return {
    value: output.value,
    scriptPubKey: output.scriptBytes(),
    height: tx.height,
    coinbase: tx.position === 0,
    outpoint,
    txNum: tx.txNum,
  }
}
