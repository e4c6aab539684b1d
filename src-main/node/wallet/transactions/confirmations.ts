import type { BlockEntry, ChainUpdate, ConnectedBlock, NewBlock } from '../../core/index.ts'
import { txidOf } from '../../primitives/index.ts'
import type { Transaction } from '../../primitives/types.ts'
import { hashKey } from '../../util/index.ts'
import { rowOf } from './ledgerEntry.ts'
import { concernsWallet, type LedgerState, notifyChanged } from './ledgerState.ts'
import { addTransaction } from './recordTransaction.ts'

/** `scanned` only saves work at the next start, so that it need not cost a disk flush for every block. */
const MARK_EVERY = 500

function confirmTransaction(state: LedgerState, tx: Transaction, txid: Uint8Array, block: BlockEntry): void {
  const known = state.byTxid.get(hashKey(txid))
  if (!known) {
    if (concernsWallet(state, tx)) addTransaction(state, tx, block)
    return
  }
  if (known.blockHash && hashKey(known.blockHash) === hashKey(block.hash)) return
  known.blockHash = block.hash
  known.place = block
  state.file.putTransactions([rowOf(known)])
  notifyChanged(state, known)
}

function confirmBlock(state: LedgerState, block: NewBlock): void {
  if (state.passed.has(block)) return
  for (const { tx, txid } of block.txs) confirmTransaction(state, tx, txid, block.entry)
}

function unconfirmBlock(state: LedgerState, { txs, entry: block }: ConnectedBlock): void {
  for (const { txid } of txs) {
    const known = state.byTxid.get(hashKey(txid))
    if (!known?.blockHash || hashKey(known.blockHash) !== hashKey(block.hash)) continue
    known.blockHash = null
    known.place = undefined
    state.file.putTransactions([rowOf(known)])
    notifyChanged(state, known)
  }
}

/** Follows the chain after blocks were connected or disconnected: one durable step for all of them. */
export function applyUpdate(state: LedgerState, { disconnected, connected, tip }: ChainUpdate): void {
  const before = state.caughtUp
  // If this fails, the next start begins where the last mark is, and finds what was missed.
  state.caughtUp = false
  state.file.atomically(() => {
    for (const block of disconnected) unconfirmBlock(state, block)
    for (const block of connected) confirmBlock(state, block)
  })
  state.caughtUp = before
  state.blocksSinceMark += connected.length
  if (state.caughtUp && state.blocksSinceMark >= MARK_EVERY) markScanned(state, tip)
}

/**
 * Looks through one block of the chain for transactions that the wallet missed (rescan). After an import at the start most
 * blocks were looked at when they were connected.
 */
export function scanBlock(state: LedgerState, entry: BlockEntry): void {
  if (state.passed.has({ entry })) return
  for (const tx of state.chain.block(entry)?.txs ?? []) confirmTransaction(state, tx, txidOf(tx), entry)
}

/** Remembers that every block up to `tip` was looked at. */
export function markScanned(state: LedgerState, tip: BlockEntry): void {
  state.caughtUp = true
  state.file.setMeta('scanned', tip.hash)
  state.blocksSinceMark = 0
}
