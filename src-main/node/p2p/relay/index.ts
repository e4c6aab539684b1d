/**
 * relay: everything between peers except block download.
 *
 * Purpose: announces blocks and transactions, requests announced transactions, keeps orphans, serves headers, blocks,
 * transactions and the mempool, applies filters (BIP37), relays addresses. Non-goals: connections and scores (peer),
 * which blocks to download (sync), the rules of a transaction (mempool). Invariants: All data kept because of a peer's
 * messages is limited (limits.ts), per peer and in total. Long lists are handled in pieces. A transaction or block is
 * announced to a peer once, and not to its sender. Thread: the node's.
 */
export { Relay, type RelaySettings } from './relay.ts'
