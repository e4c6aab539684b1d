/**
 * spending: builds payments.
 *
 * Purpose: the coins that pay, the destination of change, and coins that are locked against spending. Non-goals: coin
 * selection algorithm, fees and signing (transactions), outputs of contracts (contracts), permissions of callers (rpc).
 * Invariants: a payment is on disk before it enters the mempool. Building without sending uses at most one key of the
 * pool. Locked, time-locked and untrusted coins are never selected automatically. Thread: the node's; everything is
 * synchronous and bounded (`transactions/selectCoins.ts`, `sender.ts`).
 */

export { CoinLocks } from './coinLocks.ts'
export { Sender } from './sender.ts'
export { createSpendable } from './spendable.ts'
