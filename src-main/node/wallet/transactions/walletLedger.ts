import type { OutPoint, TxOut } from '../../primitives/types.ts'
import { hashKey } from '../../util/index.ts'
import {
  balanceOf,
  blocksToMaturity,
  confirmationsOf,
  conflictsOf,
  debitOf,
  depthOf,
  holdingOf,
  isSpent,
  isTrusted,
  listCoins,
  unspentOutputs,
} from './coins.ts'
import { applyUpdate, markScanned, scanBlock } from './confirmations.ts'
import { forgetOld } from './forgetOld.ts'
import { type LedgerDeps, openLedgerState } from './ledgerState.ts'
import type { WalletLedger } from './ledgerTypes.ts'
import { observeTransaction, recordPayment } from './recordTransaction.ts'

/** The wallet's own transactions and the coins that they leave, as the wallet file has them. */
export function createWalletLedger(deps: LedgerDeps): WalletLedger {
  const state = openLedgerState(deps)
  const spendable = (outpoint: OutPoint) => {
    const found = state.owned.get(outpoint)
    return found && !found.watched ? found : undefined
  }

  return {
    get: (txid) => state.byTxid.get(hashKey(txid)),
    transactions: () => state.ordered,
    depth: (wtx) => depthOf(state, wtx),
    confirmations: (wtx) => confirmationsOf(state, wtx),
    isConfirmed: (wtx, minconf) => (minconf > 1 ? confirmationsOf : depthOf)(state, wtx) >= minconf,
    blocksToMaturity: (wtx) => blocksToMaturity(state, wtx),
    isTrusted: (wtx) => isTrusted(state, wtx),
    debit: (tx, watched) => debitOf(state, tx, watched),
    isMine: (output: TxOut) => deps.ownershipOf(output) === 'spendable',
    ownershipOf: deps.ownershipOf,
    owned(outpoint) {
      const found = spendable(outpoint)
      return found?.entry.tx.vout[found.index]
    },
    holdings: () => unspentOutputs(state, false),
    holding(outpoint) {
      const found = spendable(outpoint)
      return found && holdingOf(state, found)
    },
    balance: () => balanceOf(state),
    coins: () => listCoins(state, { watchOnly: false, immature: false }),
    watched: () => listCoins(state, { watchOnly: true, immature: false }),
    immature: () => listCoins(state, { watchOnly: false, immature: true }),
    isSpent: (outpoint) => isSpent(state, outpoint),
    conflicts: (wtx) => conflictsOf(state, wtx),
    pay: (tx, notes, admit) => recordPayment(state, tx, notes, admit),
    wants: state.passed.look,
    update: (update) => applyUpdate(state, update),
    observe: (tx) => observeTransaction(state, tx),
    scan: (entry) => scanBlock(state, entry),
    scanned: () => state.file.meta('scanned'),
    markScanned: (tip) => markScanned(state, tip),
    markIfCaughtUp(tip) {
      if (state.caughtUp) markScanned(state, tip)
    },
    revision: () => state.revision,
    recheckOwnership() {
      state.revision++
      state.owned.recheckOwnership()
    },
    ownershipRevision: () => state.owned.revision(),
    forgetOld: (depth) => forgetOld(state, depth),
    listen: (listener) => void state.listeners.push(listener),
  }
}
