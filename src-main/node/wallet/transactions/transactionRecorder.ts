import type { BlockEntry, ChainUpdate, ChainView, Clock, ConnectedBlock, NewBlock } from '../../core/index.ts'
import { computeTxid, parseTransaction, serializeTransaction } from '../../primitives/index.ts'
import type { Transaction } from '../../primitives/types.ts'
import { hashKey } from '../../util/index.ts'
import type { NoteRow, TxRow, WalletFile } from '../file/index.ts'
import { WalletError } from '../walletError.ts'
import { type LedgerEntry, toTxRow } from './ledgerEntry.ts'
import type { Notes, WalletTx } from './ledgerTypes.ts'
import { SkippedBlocks } from './skippedBlocks.ts'
import type { WalletLedger } from './walletLedger.ts'

const NO_NOTES: Notes = { comment: '', commentTo: '' }
/** Maximum seconds that an earlier arrival's time may be in the future and still order later transactions after it. */
const CLOCK_TOLERANCE = 300
/**
 * Blocks per update of `scanned`, which only saves work at the next start, so that not every block causes a disk flush.
 */
const BLOCKS_PER_MARK = 500

const isCommented = ({ comment, commentTo }: Pick<Notes, 'comment' | 'commentTo'>) => comment !== '' || commentTo !== ''

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
  /** increases whenever more outputs may belong to the wallet */
  readonly reach: () => number
}

/** Stores the transactions that concern the wallet, and their blocks. Data is on disk when a call returns. */
export class TransactionRecorder {
  readonly #ledger: WalletLedger
  readonly #file: WalletFile
  readonly #chain: TransactionRecorderDeps['chain']
  readonly #clock: Clock
  readonly #skipped: SkippedBlocks
  /** payments that are on disk and not yet in the mempool, by txid key */
  readonly #admitting = new Map<string, TxRow>()
  /** number of transactions that became known outside blocks */
  #addedOutsideBlocks = 0
  #blocksSinceMark = 0
  /** False until the first scan has finished: until then, blocks below a new tip may be unscanned. */
  #caughtUp = false

  constructor({ ledger, file, chain, clock, reach }: TransactionRecorderDeps) {
    this.#ledger = ledger
    this.#file = file
    this.#chain = chain
    this.#clock = clock
    this.#skipped = new SkippedBlocks({
      knowledge: () => reach() + this.#addedOutsideBlocks,
      // Check spent outputs by script: the payment that created one may be in a block that the wallet has not processed
      // yet.
      concerns: ({ tx, txid, spent }) =>
        (ledger.transactions().length > 0 && ledger.get(txid) !== undefined) ||
        tx.vout.some((output) => ledger.ownershipOf(output)) ||
        spent.some((output) => ledger.ownershipOf(output)),
    })
  }

  /**
   * Stores a payment, then accepts it to the mempool, so that a payment is never relayed although its caller got an
   * error. A rejected payment is removed from the file again.
   * @throws if it cannot be written; nothing has changed then
   */
  pay<T extends { readonly ok: boolean }>(tx: Transaction, notes: Notes, admit: () => T): T {
    const txid = computeTxid(tx)
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
    if (this.#ledger.get(computeTxid(tx))) return true
    if (!this.#ledger.concerns(tx)) return false
    this.#addedOutsideBlocks++
    this.#add(tx, null)
    return true
  }

  /**
   * Returns true if a block that is being connected concerns the wallet. Otherwise `update` skips the block, unless the
   * wallet has more keys, scripts or transactions by then.
   */
  wants(block: ConnectedBlock): boolean {
    return this.#skipped.check(block)
  }

  /** Follows the chain after blocks were connected or disconnected, in one durable step. */
  update({ disconnected, connected, tip }: ChainUpdate): void {
    const before = this.#caughtUp
    // If this fails, the next start scans from the last mark and finds the missed transactions.
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
   * Scans one block for missed transactions (rescan). After an import at the start, most blocks were already checked
   * when they connected.
   */
  scan(entry: BlockEntry): void {
    if (this.#skipped.has({ entry })) return
    for (const tx of this.#chain.block(entry)?.txs ?? []) this.#confirm(tx, computeTxid(tx), entry)
  }

  /** Returns the hash of the block up to which everything was scanned, or undefined if nothing was scanned. */
  scanned(): Uint8Array | undefined {
    return this.#file.meta('scanned')
  }

  /** Stores that every block up to `tip` was scanned. */
  markScanned(tip: BlockEntry): void {
    this.#caughtUp = true
    this.#file.setMeta('scanned', tip.hash)
    this.#blocksSinceMark = 0
  }

  /** Stores `tip` as scanned at shutdown, unless blocks below it were not scanned yet. */
  markIfCaughtUp(tip: BlockEntry): void {
    if (this.#caughtUp) this.markScanned(tip)
  }

  /**
   * Removes transactions that are deeper than `depth` and deeper than all transactions with unspent coins, from memory
   * and file. Spenders are never deeper than the transactions they spend, so spenders of kept transactions stay and no
   * coin changes. A rescan restores them.
   * @returns the number of removed transactions
   */
  forgetOld(depth: number): number {
    const ledger = this.#ledger
    let deepest = depth
    for (const watchOnly of [false, true]) {
      for (const holding of ledger.holdings(watchOnly)) deepest = Math.max(deepest, holding.depth)
    }
    // Keep one more block, as the reference does.
    const old = new Set<WalletTx>(ledger.transactions().filter((wtx) => ledger.depth(wtx) > deepest + 1))
    if (old.size === 0) return 0
    this.#file.dropTransactions([...old].map(({ txid }) => txid))
    ledger.remove(old)
    return old.size
  }

  /**
   * Adds notes of transactions that have none, also of transactions that the wallet has not found yet. Call it within a
   * durable step.
   * @returns a function that shows the notes of known transactions; call it after that step
   */
  addNotes(rows: readonly NoteRow[]): () => void {
    const noted: { readonly entry: LedgerEntry; readonly row: NoteRow }[] = []
    for (const row of rows) {
      if (!this.#file.addNote(row)) continue
      const entry = this.#ledger.entry(row.txid)
      if (!entry || isCommented(entry) || !isCommented(row)) continue
      this.#file.putTransactions([{ ...toTxRow(entry), comment: row.comment, commentTo: row.commentTo }])
      noted.push({ entry, row })
    }
    return () => {
      for (const { entry, row } of noted) {
        Object.assign(entry, { comment: row.comment, commentTo: row.commentTo })
        this.#ledger.changed(entry)
      }
    }
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

  /** Stores a new transaction. @throws WalletError if a confirmed one cannot be written */
  #add(tx: Transaction, block: BlockEntry | null): void {
    const before = this.#admitting.get(hashKey(computeTxid(tx)))
    let row = before ?? this.#newRow(tx, block, NO_NOTES)
    try {
      if (!before) {
        row = this.#withStoredNotes(row)
        this.#file.putTransactions([row])
      }
    } catch (error) {
      // An unconfirmed transaction can be kept in memory: it is written with the block that confirms it.
      if (block || !(error instanceof WalletError)) throw error
    }
    // Parse a copy: scripts of a parsed block would keep the bytes of the whole block in memory.
    this.#ledger.load(row, parseTransaction(row.raw))
  }

  /** Adopts the notes of a transaction that a wallet moved in had. */
  #withStoredNotes(row: TxRow): TxRow {
    const stored = this.#file.note(row.txid)
    if (!stored) return row
    const { received, comment, commentTo } = stored
    return { ...row, received: received > 0 && received <= row.received ? received : row.received, comment, commentTo }
  }

  #newRow(tx: Transaction, block: BlockEntry | null, notes: Notes): TxRow {
    const now = this.#clock.now()
    return {
      txid: computeTxid(tx),
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

  /**
   * Returns the time of a new transaction: not before the newest earlier arrival, so that history stays in order, and
   * not after the clock.
   */
  #smartTime(blockTime: number | undefined, now: number): number {
    const isCredible = ({ smartTime }: WalletTx) => smartTime <= now + CLOCK_TOLERANCE
    const newest = this.#ledger.transactions().findLast(isCredible)?.smartTime ?? 0
    return blockTime === undefined ? now : Math.max(newest, Math.min(blockTime, now))
  }
}
