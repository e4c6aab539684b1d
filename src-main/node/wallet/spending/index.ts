/**
 * spending: building payments.
 *
 * Purpose: which coins of the wallet pay, where its change goes, and coins that are locked against spending.
 * Non-goals: selecting among coins, fees and signing (transactions), outputs of contracts (contracts), what a caller may spend (rpc).
 * Invariants: a payment is on disk before it enters the mempool; building one without sending it uses up no key of the pool
 * twice; locked, time-locked and untrusted coins are never selected by themselves.
 * Thread: the node's; everything is synchronous and bounded (`transactions/selectCoins.ts`, `sender.ts`).
 */

export { CoinLocks } from './coinLocks.ts'
export { Sender } from './sender.ts'
export { createSpendable } from './spendable.ts'
