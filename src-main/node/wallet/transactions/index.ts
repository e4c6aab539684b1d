/**
 * transactions: the wallet's own transactions and the coins that they leave.
 *
 * Purpose: recording transactions that pay the wallet or spend its coins, their confirmations, balances, unspent coins, and
 * amounts as listtransactions and gettransaction report them.
 * Non-goals: choosing coins and signing (spending), pages and searches (views), reading old blocks (scan).
 * Invariants: a transaction is on disk before its id is returned; confirmations are asked from the chain and never stored; a
 * coin is listed as unspent only while no live wallet transaction spends it.
 * Thread: the node's; everything is synchronous.
 */
export { createTxAmounts, type HistoryItem, type TxAmounts } from './amounts.ts'
export type { Balance, Holding, WalletCoin, WalletTx } from './ledgerTypes.ts'
export { Moves } from './moves.ts'
export { TransactionRecorder } from './transactionRecorder.ts'
export { WalletLedger } from './walletLedger.ts'
