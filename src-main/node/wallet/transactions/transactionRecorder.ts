import type { BlockEntry, ChainUpdate, ChainView, Clock, ConnectedBlock, NewBlock } from '../../core/index.ts'
import { parseTransaction, serializeTransaction, txidOf } from '../../primitives/index.ts'
import type { Transaction } from '../../primitives/types.ts'
import { hashKey } from '../../util/index.ts'
import type { TxRow, WalletFile } from '../file/index.ts'
import { WalletError } from '../walletError.ts'
import { type LedgerEntry, toTxRow } from './ledgerEntry.ts'
import type { Notes, WalletTx } from './ledgerTypes.ts'
import { SkippedBlocks } from './skippedBlocks.ts'
import type { WalletLedger } from './walletLedger.ts'

const NO_NOTES: Notes = { comment: '', commentTo: '' }
/** Seconds that an earlier arrival may lie in the future and still keep later ones behind it. */
const CLOCK_TOLERANCE = 300
/** Blocks per writing of `scanned`, which only saves work at the next start: not a disk flush for every block. */
const BLOCKS_PER_MARK = 500

const withNotes = ({ comment, commentTo, changeAt }: Notes, known: LedgerEntry | undefined) => ({
  comment,
  commentTo,
  changeAt: changeAt ?? known?.changeAt ?? null,
})

export interface TransactionRecorderDeps {
  readonly ledger: WalletLedger
  readonly file: WalletFile
  readonly chain: Pick<ChainView, 'block'>
  readonly clock: Clock
  /** grows whenever the ledger may find more outputs to be the wallet's */
  readonly reach: () => number
}

/** Stores the transactions that concern the wallet, and the blocks that they are in. What it returns of is on disk. */
export class TransactionRecorder {
  readonly #ledger: WalletLedger
  readonly #file: WalletFile
  readonly #chain: TransactionRecorderDeps['chain']
  readonly #clock: Clock
  readonly #skipped: SkippedBlocks
  /** payments that are on disk and about to enter the mempool, by txid key */
  readonly #admitting = new Map<string, TxRow>()
  /** number of transactions that became known other than by a block */
  #addedOutsideBlocks = 0
  #blocksSinceMark = 0
  /** False until the first scan has finished: until then a new tip says nothing about the blocks below it. */
  #caughtUp = false

  constructor({ ledger, file, chain, clock, reach }: TransactionRecorderDeps) {
    this.#ledger = ledger
    this.#file = file
    this.#chain = chain
    this.#clock = clock
    this.#skipped = new SkippedBlocks({
      knowledge: () => reach() + this.#addedOutsideBlocks,
      // Spent outputs count by their scripts: the payment that made one may be in a block the wallet has not processed yet.
      concerns: ({ tx, txid, spent }) =>
        (ledger.transactions().length > 0 && ledger.get(txid) !== undefined) ||
        tx.vout.some((output) => ledger.ownershipOf(output)) ||
        spent.some((output) => ledger.ownershipOf(output)),
    })
  }

  /**
   * Writes a payment, then has it admitted to the mempool, so that no payment is relayed whose caller gets an error. A payment
   * that is rejected is removed from the file again. @throws when it cannot be written; then nothing was done
   */
  pay<T extends { readonly ok: boolean }>(tx: Transaction, notes: Notes, admit: () => T): T {
    const txid = txidOf(tx)
    const key = hashKey(txid)
    const known = this.#ledger.entry(txid)
    const row = { ...(known ? toTxRow(known) : this.#newRow(tx, null, notes)), ...withNotes(notes, known) }
    this.#file.putTransactions([row])
    if (!known) this.#admitting.set(key, row)
    try {
      const verdict = admit()
      if (verdict.ok) {
        const entry = known ?? this.#ledger.entry(txid) ?? this.#ledger.load(row, parseTransaction(row.raw))
        Object.assign(entry, withNotes(notes, known))
        this.#addedOutsideBlocks++
        this.#ledger.changed(entry)
      } else if (known) this.#file.putTransactions([toTxRow(known)])
      else if (!this.#ledger.get(txid)) this.#file.dropTransaction(txid)
      return verdict
    } finally {
      this.#admitting.delete(key)
    }
  }

  /** Records a transaction that entered the mempool. @returns true if it concerns the wallet */
  observe(tx: Transaction): boolean {
    if (this.#ledger.get(txidOf(tx))) return true
    if (!this.#ledger.concerns(tx)) return false
    this.#addedOutsideBlocks++
    this.#add(tx, null)
    return true
  }

  /**
   * Returns true if a block that is being connected concerns the wallet, as far as it knows now. `update` skips a block that
   * does not, unless the wallet has got more keys, scripts or transactions since.
   */
  wants(block: ConnectedBlock): boolean {
    return this.#skipped.check(block)
  }

  /** Follows the chain after blocks were connected or disconnected: one durable step for all of them. */
  update({ disconnected, connected, tip }: ChainUpdate): void {
    const before = this.#caughtUp
    // If this fails, the next start begins where the last mark is, and finds what was missed.
    this.#caughtUp = false
    this.#file.atomically(() => {
      for (const block of disconnected) this.#unconfirmBlock(block)
      for (const block of connected) this.#confirmBlock(block)
    })
    this.#caughtUp = before
    this.#blocksSinceMark += connected.length
    if (this.#caughtUp && this.#blocksSinceMark >= BLOCKS_PER_MARK) this.markScanned(tip)
  }

  /**
   * Looks through one block of the chain for transactions that were missed (rescan). After an import at the start most blocks
   * were checked when they were connected.
   */
  scan(entry: BlockEntry): void {
    if (this.#skipped.has({ entry })) return
    for (const tx of this.#chain.block(entry)?.txs ?? []) this.#confirm(tx, txidOf(tx), entry)
  }

  /** Returns the hash of the block up to which everything was scanned; undefined if nothing was. */
  scanned(): Uint8Array | undefined {
    return this.#file.meta('scanned')
  }

  /** Stores that every block up to `tip` was scanned. */
  markScanned(tip: BlockEntry): void {
    this.#caughtUp = true
    this.#file.setMeta('scanned', tip.hash)
    this.#blocksSinceMark = 0
  }

  /** Stores the same at shutdown, unless blocks below the tip have not been scanned yet. */
  markIfCaughtUp(tip: BlockEntry): void {
    if (this.#caughtUp) this.markScanned(tip)
  }

  /**
   * Removes transactions that are buried deeper than this, and deeper than all that hold unspent coins, from the file too: a
   * transaction that is kept keeps those that spend it, which are never deeper, so no coin comes or goes. A rescan brings them
   * back. @returns how many
   */
  forgetOld(depth: number): number {
    const ledger = this.#ledger
    let deepest = depth
    for (const watchOnly of [false, true]) {
      for (const holding of ledger.holdings(watchOnly)) deepest = Math.max(deepest, holding.depth)
    }
    // One block more, as the reference keeps it.
    const old = new Set<WalletTx>(ledger.transactions().filter((wtx) => ledger.depth(wtx) > deepest + 1))
    if (old.size === 0) return 0
    this.#file.dropTransactions([...old].map(({ txid }) => txid))
    ledger.remove(old)
    return old.size
  }

  #confirmBlock(block: NewBlock): void {
    if (this.#skipped.has(block)) return
    for (const { tx, txid } of block.txs) this.#confirm(tx, txid, block.entry)
  }

  #confirm(tx: Transaction, txid: Uint8Array, block: BlockEntry): void {
    const known = this.#ledger.entry(txid)
    if (!known) {
      if (this.#ledger.concerns(tx)) this.#add(tx, block)
      return
    }
    if (known.blockHash && hashKey(known.blockHash) === hashKey(block.hash)) return
    this.#move(known, block)
  }

  #unconfirmBlock({ txs, entry: block }: ConnectedBlock): void {
    for (const { txid } of txs) {
      const known = this.#ledger.entry(txid)
      if (known?.blockHash && hashKey(known.blockHash) === hashKey(block.hash)) this.#move(known, undefined)
    }
  }

  #move(entry: LedgerEntry, block: BlockEntry | undefined): void {
    entry.blockHash = block?.hash ?? null
    entry.cachedBlock = block
    this.#file.putTransactions([toTxRow(entry)])
    this.#ledger.changed(entry)
  }

  /** Stores a transaction that the wallet did not know. @throws WalletError when a confirmed one cannot be written */
  #add(tx: Transaction, block: BlockEntry | null): void {
    const before = this.#admitting.get(hashKey(txidOf(tx)))
    const row = before ?? this.#newRow(tx, block, NO_NOTES)
    try {
      if (!before) this.#file.putTransactions([row])
    } catch (error) {
      // An unconfirmed transaction can be kept in memory without the file: it is written with the block that confirms it.
      if (block || !(error instanceof WalletError)) throw error
    }
    // A script of a parsed block would keep the bytes of the whole block in memory: parse the copy again.
    this.#ledger.load(row, parseTransaction(row.raw))
  }

  #newRow(tx: Transaction, block: BlockEntry | null, notes: Notes): TxRow {
    const now = this.#clock.now()
    return {
      txid: txidOf(tx),
      raw: serializeTransaction(tx),
      position: this.#ledger.nextPosition(),
      received: now,
      smartTime: this.#smartTime(block?.header.time, now),
      blockHash: block?.hash ?? null,
      comment: notes.comment,
      commentTo: notes.commentTo,
      changeAt: notes.changeAt ?? null,
    }
  }

  /** Never before the newest earlier arrival, so that history stays in order; never after the clock. */
  #smartTime(blockTime: number | undefined, now: number): number {
    const isCredible = ({ smartTime }: WalletTx) => smartTime <= now + CLOCK_TOLERANCE
    const newest = this.#ledger.transactions().findLast(isCredible)?.smartTime ?? 0
    return blockTime === undefined ? now : Math.max(newest, Math.min(blockTime, now))
  }
}
