/**
 * views: what the wallet screen asks of a wallet.
 *
 * Purpose: the history, the coins and the addresses of a wallet, in pages and with figures that equal those of the ledger.
 * Non-goals: what any of it is called on the wire (rpc), outputs of modules (they are handed in).
 * Invariants: nothing is kept that a reorganisation or a new key could leave wrong; what is kept in memory is made when it is
 * first asked for.
 * Thread: the node's; a search gives way to others every few milliseconds.
 */

export { addressGroups, type GroupMember } from './addressGroups.ts'
export { type AddressLine, createAddressView } from './addressView.ts'
export { type CoinLine, type CoinQuery, createCoinView, type ProtectedCoin } from './coinView.ts'
export { createHistoryView, type HistoryRow, type WalletHistoryQuery } from './historyView.ts'
export { createOutputRoles } from './outputRoles.ts'
