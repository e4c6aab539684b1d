/**
 * views: the wallet's data as pages and reports.
 *
 * Purpose: history, coins and addresses of a wallet for its screens, in pages and with sums that equal the ledger's;
 * groups of addresses with one owner; the role of each output of a transaction. Non-goals: names of RPC fields (rpc),
 * outputs of modules (passed in by the caller). Invariants: nothing is stored that a reorganisation or a new key could
 * make wrong; orders in memory are created on first use. Thread: the node's; long work yields to the event loop every
 * few milliseconds.
 */

export { addressGroups, type GroupMember } from './addressGroups.ts'
export { type AddressLine, AddressView } from './addressView.ts'
export { type CoinLine, type CoinQuery, CoinView, type ProtectedCoin } from './coinView.ts'
export type { UnrecordedTransactions } from './historyOrder.ts'
export { type HistoryRow, HistoryView, type WalletHistoryQuery } from './historyView.ts'
export { createOutputRoles } from './outputRoles.ts'
