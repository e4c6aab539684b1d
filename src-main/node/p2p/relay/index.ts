/**
 * relay: everything between peers besides fetching the chain.
 *
 * Purpose: announce blocks and transactions, ask for announced transactions, keep orphans, answer requests for headers,
 * blocks, transactions and the mempool, serve filters (BIP37), pass on addresses.
 * Non-goals: connections and scores (peer), which blocks to fetch (sync), what a transaction must satisfy (mempool).
 * Invariants: everything kept because of what a peer sent is bounded (limits.ts), for each peer and for all of them; long
 * lists are worked off in pieces; a transaction or block is announced to a peer once, and not to the one that sent it.
 * Thread: the node's.
 */
export { Relay, type RelaySettings } from './relay.ts'
