import type { Transaction } from '../primitives/index.ts'
import type { ChainParams } from './params.ts'

/** Lock times below this are heights, others unix seconds. */
const LOCK_TIME_THRESHOLD = 500_000_000
const FINAL_SEQUENCE = 0xffffffff
/** The sequence number of the family's wallets, for which the two quirks below are made. */
const WALLET_SEQUENCE = 0xfffffffe
/** Smart Chains changed the quirk at this block time, the base chain at a height that no regtest reaches. */
const QUIRK_CHANGE_TIME = 1_576_840_000

/**
 * Whether a transaction may stand in a block of that height and time (chain-params.md §11).
 * @param time the block's own time in a block, the median time past of the tip for the mempool
 */
export function isFinal(params: ChainParams, tx: Transaction, height: number, time: number): boolean {
  if (tx.lockTime === 0) return true
  const now = tx.lockTime < LOCK_TIME_THRESHOLD ? height : time
  if (tx.lockTime < now) return true
  const quirk =
    params.smartChain && time > QUIRK_CHANGE_TIME
      ? // Today: such a lock also passes at exactly the height or second it names.
        tx.lockTime === now
      : // Before: it passed while it named the future, so such locks had no effect.
        tx.lockTime > now
  return tx.vin.every((input) => input.sequence === FINAL_SEQUENCE || (quirk && input.sequence === WALLET_SEQUENCE))
}
