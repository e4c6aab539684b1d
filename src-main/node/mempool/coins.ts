import type { ChainView, Coin } from '../core/index.ts'
import type { OutPoint, Transaction } from '../primitives/types.ts'
import { isUnspendable } from '../script/index.ts'
import type { Pool } from './pool.ts'

/** `height` of an unconfirmed coin. */
export const MEMPOOL_HEIGHT = 0x7fffffff

/** Coins view over the pool: returns the output as a coin, even if another pool transaction spends it. */
export function poolCoin(pool: Pool, { hash, index }: OutPoint): Coin | undefined {
  const output = pool.get(hash)?.tx.vout[index]
  if (output === undefined || isUnspendable(output.scriptPubKey)) return undefined
  return { value: output.value, scriptPubKey: output.scriptPubKey, height: MEMPOOL_HEIGHT, coinbase: false }
}

/** Returns true if a confirmed transaction still has a coin. komodod recognises a confirmed transaction only then. */
export function hasCoins(chain: ChainView, txid: Uint8Array): boolean {
  const confirmed = chain.transaction(txid)
  return confirmed?.tx.vout.some((_, index) => chain.coin({ hash: txid, index }) !== undefined) ?? false
}

/**
 * Coins of a transaction's inputs, from the chain or the pool. `missing`: a previous transaction is unknown, or has no
 * coin left. `spent`: the previous transaction is known, but this output is not one of its coins.
 */
export type InputCoins =
  | { readonly kind: 'found'; readonly coins: readonly Coin[] }
  | { readonly kind: 'missing' }
  | { readonly kind: 'spent' }

export function inputCoins(chain: ChainView, pool: Pool, tx: Transaction): InputCoins {
  const coins: Coin[] = []
  let spent = false
  for (const { prevout } of tx.vin) {
    const coin = chain.coin(prevout) ?? poolCoin(pool, prevout)
    if (coin !== undefined) coins.push(coin)
    else if (pool.get(prevout.hash) !== undefined || hasCoins(chain, prevout.hash)) spent = true
    else return { kind: 'missing' }
  }
  return spent ? { kind: 'spent' } : { kind: 'found', coins }
}
