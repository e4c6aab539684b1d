import { hashKey, outpointKey } from '../../util/index.ts'
import { depthOf, unspentOutputs } from './coins.ts'
import type { LedgerEntry } from './ledgerEntry.ts'
import { type LedgerState, notifyChanged } from './ledgerState.ts'

/**
 * Removes transactions that are buried deeper than this, and deeper than all that hold unspent coins: a transaction that is
 * kept keeps those that spend it, which are never deeper, so no coin comes or goes.
 * @returns how many
 */
export function forgetOld(state: LedgerState, depth: number): number {
  let deepest = depth
  for (const watchOnly of [false, true]) {
    for (const holding of unspentOutputs(state, watchOnly)) deepest = Math.max(deepest, holding.depth)
  }
  // One block more, as the reference keeps it.
  const old = new Set(state.ordered.filter((entry) => depthOf(state, entry) > deepest + 1))
  if (old.size === 0) return 0
  state.file.dropTransactions([...old].map(({ txid }) => txid))
  drop(state, old)
  return old.size
}

function drop(state: LedgerState, old: ReadonlySet<LedgerEntry>): void {
  const { byTxid, ordered, owned, spenders } = state
  keepIn(ordered, (entry) => !old.has(entry))
  owned.remove(old)
  for (const { txid, tx, coinbase } of old) {
    byTxid.delete(hashKey(txid))
    for (const { prevout } of coinbase ? [] : tx.vin) {
      keepIn(spenders.get(outpointKey(prevout)) ?? [], (entry) => !old.has(entry))
    }
  }
  // Views are made anew, and what spent one of the old coins has other amounts now.
  state.revision++
  owned.recheckOwnership()
  for (const { txid, tx } of old) {
    for (const index of tx.vout.keys()) {
      for (const spender of spenders.get(outpointKey({ hash: txid, index })) ?? []) notifyChanged(state, spender)
    }
  }
}

/** In place: others refer to these lists. */
function keepIn(list: LedgerEntry[], isKept: (entry: LedgerEntry) => boolean): void {
  const kept = list.filter(isKept)
  list.length = 0
  for (const entry of kept) list.push(entry)
}
