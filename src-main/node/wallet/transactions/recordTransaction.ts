import type { BlockEntry } from '../../core/index.ts'
import { parseTransaction, serializeTransaction, txidOf } from '../../primitives/index.ts'
import type { Transaction } from '../../primitives/types.ts'
import { hashKey } from '../../util/index.ts'
import type { TxRow } from '../file/index.ts'
import { WalletError } from '../walletError.ts'
import { type LedgerEntry, rowOf } from './ledgerEntry.ts'
import { concernsWallet, type LedgerState, loadTransaction, notifyChanged } from './ledgerState.ts'
import type { Notes } from './ledgerTypes.ts'

const NO_NOTES: Notes = { comment: '', commentTo: '' }
/** Seconds that an earlier arrival may lie in the future and still keep later ones behind it. */
const CLOCK_TOLERANCE = 300

const withNotes = ({ comment, commentTo, changeAt }: Notes, known: LedgerEntry | undefined) => ({
  comment,
  commentTo,
  changeAt: changeAt ?? known?.changeAt ?? null,
})

/** Never before the newest earlier arrival, so that history stays in order; never after the clock. */
function smartTime({ ordered }: LedgerState, blockTime: number | undefined, now: number): number {
  const newest = ordered.findLast((entry) => entry.smartTime <= now + CLOCK_TOLERANCE)?.smartTime ?? 0
  return blockTime === undefined ? now : Math.max(newest, Math.min(blockTime, now))
}

function newRow(state: LedgerState, tx: Transaction, block: BlockEntry | null, notes: Notes): TxRow {
  const now = state.clock.now()
  return {
    txid: txidOf(tx),
    raw: serializeTransaction(tx),
    position: state.nextPosition,
    received: now,
    smartTime: smartTime(state, block?.header.time, now),
    blockHash: block?.hash ?? null,
    comment: notes.comment,
    commentTo: notes.commentTo,
    changeAt: notes.changeAt ?? null,
  }
}

/** Stores a transaction that the wallet did not know. @throws WalletError when a confirmed one cannot be written */
export function addTransaction(state: LedgerState, tx: Transaction, block: BlockEntry | null): LedgerEntry {
  const before = state.written.get(hashKey(txidOf(tx)))
  const row = before ?? newRow(state, tx, block, NO_NOTES)
  try {
    if (!before) state.file.putTransactions([row])
  } catch (error) {
    // An unconfirmed transaction can be kept in memory without the file: it is written with the block that confirms it.
    if (block || !(error instanceof WalletError)) throw error
  }
  // A script of a parsed block would keep the bytes of the whole block in memory: parse the copy again.
  return loadTransaction(state, row, parseTransaction(row.raw))
}

/** A transaction entered the mempool; true when it concerns the wallet. */
export function observeTransaction(state: LedgerState, tx: Transaction): boolean {
  if (state.byTxid.has(hashKey(txidOf(tx)))) return true
  if (!concernsWallet(state, tx)) return false
  state.addedOutsideBlocks++
  addTransaction(state, tx, null)
  return true
}

/**
 * Writes a payment, then has it admitted to the mempool, so that no payment is relayed whose caller gets an error. A payment
 * that is refused is removed from the file again. @throws when it cannot be written; then nothing was done
 */
export function recordPayment<T extends { readonly ok: boolean }>(
  state: LedgerState,
  tx: Transaction,
  notes: Notes,
  admit: () => T,
): T {
  const { file, byTxid, written } = state
  const txid = txidOf(tx)
  const key = hashKey(txid)
  const known = byTxid.get(key)
  const row = { ...(known ? rowOf(known) : newRow(state, tx, null, notes)), ...withNotes(notes, known) }
  file.putTransactions([row])
  if (!known) written.set(key, row)
  try {
    const verdict = admit()
    if (verdict.ok) {
      const entry = known ?? byTxid.get(key) ?? loadTransaction(state, row, parseTransaction(row.raw))
      Object.assign(entry, withNotes(notes, known))
      state.addedOutsideBlocks++
      notifyChanged(state, entry)
    } else if (known) file.putTransactions([rowOf(known)])
    else if (!byTxid.has(key)) file.dropTransaction(txid)
    return verdict
  } finally {
    written.delete(key)
  }
}
