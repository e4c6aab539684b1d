/**
 * peer: one connection, from its first byte to its last.
 *
 * Purpose: framing, handshake, pings, time limits, ban score, counts of what was sent and received, and bounds for what a
 * connection may hold in memory.
 * Non-goals: what messages mean (sync, relay), who may connect and where to (connections).
 * Invariants: a connection holds at most its receive buffer, one message that is being received, one that is being worked
 * off, and what one answer adds to a full send buffer; what is kept of a message is a copy, so that the rest of it can go.
 * While the send buffer is full nothing more is handled, and while the receive buffer is full nothing more is read.
 * Messages of one peer are handled in order, one at a time, long answers in pieces; whatever they cost is counted against it.
 * Thread: the node's. Works on any duplex (transport.ts) and any clock.
 */
export { PairNonces } from './pairNonces.ts'
export { Peer } from './peer.ts'
export type { CommandCount, TrafficCounts } from './traffic.ts'
export { type PeerTransport, SocketTransport, type TransportSink } from './transport.ts'
export type {
  MessageOf,
  PeerAdmission,
  PeerDeps,
  PeerEvents,
  PeerFacts,
  PeerKind,
  PeerSettings,
  PeerStats,
  Self,
  Work,
} from './types.ts'
