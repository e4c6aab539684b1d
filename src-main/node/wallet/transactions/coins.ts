import type { OutPoint, Transaction } from '../../primitives/types.ts'
import { compareBytes, outpointKey } from '../../util/index.ts'
import type { LedgerEntry } from './ledgerEntry.ts'
import type { LedgerState } from './ledgerState.ts'
import type { Balance, Holding, WalletCoin, WalletTx } from './ledgerTypes.ts'
import type { OwnedOutput } from './ownedOutputs.ts'

/** Blocks to the tip; 0 in the mempool, −1 neither there nor in the chain. */
export function depthOf({ chain, mempool }: LedgerState, wtx: WalletTx): number {
  if (wtx.block) return chain.tip().height - wtx.block.height + 1
  return mempool.get(wtx.txid) ? 0 : -1
}

/** The same as others count it: one from the last notarised block on. */
export function confirmationsOf(state: LedgerState, wtx: WalletTx): number {
  return state.chain.notarisations.confirmations(wtx.block?.height ?? 0, depthOf(state, wtx))
}

/** Blocks until the outputs of a coinbase can be spent; 0 for other transactions. */
export const blocksToMaturity = (state: LedgerState, wtx: WalletTx): number =>
  wtx.coinbase ? Math.max(0, state.coinbaseMaturity - depthOf(state, wtx)) : 0

/** Whether a wallet transaction in the chain or the mempool spends an output. */
export const isSpent = (state: LedgerState, outpoint: OutPoint): boolean =>
  (state.spenders.get(outpointKey(outpoint)) ?? []).some((entry) => depthOf(state, entry) >= 0)

/** Satoshis of wallet coins that the inputs spend; `watched`: watch-only coins too. */
export const debitOf = ({ owned }: LedgerState, tx: Transaction, watched = false): bigint =>
  tx.vin.reduce((sum, { prevout }) => {
    const source = owned.get(prevout)
    const counts = source && (watched || !source.watched)
    return sum + (counts ? (source.entry.tx.vout[source.index]?.value ?? 0n) : 0n)
  }, 0n)

/** Confirmed, or in the mempool and made by this wallet from trusted coins alone. */
export function isTrusted(state: LedgerState, wtx: WalletTx): boolean {
  const confirmations = depthOf(state, wtx)
  if (confirmations >= 1) return true
  if (confirmations < 0) return false
  return wtx.tx.vin.every(({ prevout }) => {
    const source = state.owned.get(prevout)
    return source !== undefined && !source.watched && isTrusted(state, source.entry)
  })
}

/** Other wallet transactions that spend one of the same coins. */
export function conflictsOf({ spenders }: LedgerState, wtx: WalletTx): WalletTx[] {
  const all = (wtx.coinbase ? [] : wtx.tx.vin).flatMap(({ prevout }) => spenders.get(outpointKey(prevout)) ?? [])
  return [...new Set(all)].filter((entry) => entry !== wtx)
}

/** An owned output while it is unspent and its transaction is in the chain or the mempool. */
export function holdingOf(state: LedgerState, output: OwnedOutput<LedgerEntry>): Holding | undefined {
  const { entry, index, spenders } = output
  if (spenders.some((spender) => spender.block !== null || state.mempool.get(spender.txid) !== undefined))
    return undefined
  const out = entry.tx.vout[index]
  const confirmations = depthOf(state, entry)
  if (!out || confirmations < 0) return undefined
  const immature = entry.coinbase && state.coinbaseMaturity > confirmations
  // The reward of a block that is not connected does not exist yet.
  if (immature && confirmations === 0) return undefined
  return { source: entry, index, output: out, depth: confirmations, immature }
}

/** Unspent outputs in no order. @param watchOnly those that the wallet cannot spend, else those that it can */
export function* unspentOutputs(state: LedgerState, watchOnly: boolean): Generator<Holding> {
  for (const found of state.owned.all()) {
    const holding = found.watched === watchOnly ? holdingOf(state, found) : undefined
    if (holding) yield holding
  }
}

/** Unspent coins in the order of the reference's wallet map: by txid (internal bytes), then index. */
export function listCoins(
  state: LedgerState,
  { watchOnly, immature }: { readonly watchOnly: boolean; readonly immature: boolean },
): WalletCoin[] {
  const coins: WalletCoin[] = []
  for (const holding of unspentOutputs(state, watchOnly)) {
    if (holding.immature !== immature) continue
    const { source, index, output, depth } = holding
    coins.push({ ...output, outpoint: { hash: source.txid, index }, source, depth })
  }
  return coins.sort((a, b) => compareBytes(a.outpoint.hash, b.outpoint.hash) || a.outpoint.index - b.outpoint.index)
}

export function balanceOf(state: LedgerState): Balance {
  let [trusted, pending, immature] = [0n, 0n, 0n]
  for (const { source, output, depth, immature: isImmature } of unspentOutputs(state, false)) {
    if (isImmature) immature += output.value
    else if (depth > 0 || isTrusted(state, source)) trusted += output.value
    else pending += output.value
  }
  return { trusted, pending, immature }
}
