/**
 * transactions: the wallet's own transactions and their coins.
 *
 * Purpose: recording transactions that pay the wallet or spend its coins, their confirmations, balances, unspent coins,
 * and amounts for listtransactions and gettransaction. Non-goals: choosing coins and signing (spending), pages and
 * searches (views), reading old blocks (scan). Invariants: a transaction is on disk before its id is returned.
 * Confirmations are read from the chain and never stored. A coin is listed as unspent only while no wallet transaction
 * in the chain or mempool spends it. Thread: the node's; everything is synchronous.
 */
export { createTxAmounts, type HistoryItem, type TxAmounts } from './amounts.ts'
export type { Balance, Holding, WalletCoin, WalletTx } from './ledgerTypes.ts'
export { Moves } from './moves.ts'
export { TransactionRecorder } from './transactionRecorder.ts'
export { WalletLedger } from './walletLedger.ts'
