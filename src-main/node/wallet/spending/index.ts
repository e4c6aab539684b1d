/**
 * spending: building payments.
 *
 * Purpose: coin selection, fees, change, signing, and coins that are locked against spending.
 * Non-goals: outputs of crypto-condition modules (modules), what a caller may spend (rpc).
 * Invariants: a payment is on disk before it enters the mempool; building one without sending it uses up no key of the pool
 * twice; locked, time-locked and untrusted coins are never selected by themselves.
 * Thread: the node's; everything is synchronous and bounded (`coinSelection.ts`, `sender.ts`).
 */

export {
  MAX_FEE,
  type Recipient,
  type SignedTransaction,
  type SignRequest,
  signTransaction,
} from '../../transactions/index.ts'
export { type CoinLocks, createCoinLocks } from './coinLocks.ts'
export { createSender, type Sender } from './sender.ts'
export { createSpendable } from './spendable.ts'
