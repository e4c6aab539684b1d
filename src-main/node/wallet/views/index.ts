/**
 * views: the wallet's data as pages and reports.
 *
 * Purpose: history, coins and addresses of a wallet for its screens, in pages and with figures that equal the ledger's; groups
 * of addresses with one owner; what each output of a transaction was made for.
 * Non-goals: names on the wire (rpc), outputs of modules (the caller passes them in).
 * Invariants: nothing is stored that a reorganisation or a new key could make wrong; orders in memory are made when they are
 * first asked for.
 * Thread: the node's; long work yields to the event loop every few milliseconds.
 */

export { addressGroups, type GroupMember } from './addressGroups.ts'
export { type AddressLine, AddressView } from './addressView.ts'
export { type CoinLine, type CoinQuery, CoinView, type ProtectedCoin } from './coinView.ts'
export type { OtherTransactions } from './historyOrder.ts'
export { type HistoryRow, HistoryView, type WalletHistoryQuery } from './historyView.ts'
export { createOutputRoles } from './outputRoles.ts'
