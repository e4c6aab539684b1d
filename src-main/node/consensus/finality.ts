import type { Transaction } from '../primitives/index.ts'
import type { ChainParams } from './params.ts'

/** Lock times below this are heights, others are unix seconds. */
const LOCK_TIME_THRESHOLD = 500_000_000
const FINAL_SEQUENCE = 0xffffffff
/** Sequence number used by komodod wallets; the two quirks below exist for it. */
const WALLET_SEQUENCE = 0xfffffffe
/**
 * Block time (unix seconds) of the quirk's change on Smart Chains. The base chain changed at a height that regtest
 * never reaches.
 */
const QUIRK_CHANGE_TIME = 1_576_840_000

/**
 * Returns true if the lock time allows a transaction in a block with this height and time (chain-params.md §11).
 * @param time the block's own time, or the tip's median time past for the mempool
 */
export function isFinal(params: ChainParams, tx: Transaction, height: number, time: number): boolean {
  if (tx.lockTime === 0) return true
  const now = tx.lockTime < LOCK_TIME_THRESHOLD ? height : time
  if (tx.lockTime < now) return true
  const quirk =
    params.smartChain && time > QUIRK_CHANGE_TIME
      ? // After the change: the lock also passes at exactly its height or second.
        tx.lockTime === now
      : // Before the change: the lock passed while in the future, so it had no effect.
        tx.lockTime > now
  return tx.vin.every((input) => input.sequence === FINAL_SEQUENCE || (quirk && input.sequence === WALLET_SEQUENCE))
}
