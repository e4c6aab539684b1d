/**
 * peer: one connection, from its first byte to its last.
 *
 * Purpose: framing, handshake, pings, timeouts, ban score, traffic counters, and memory limits of a connection.
 * Non-goals: the meaning of messages (sync, relay), which peers may connect and which to dial (connections).
 * Invariants: A connection holds at most its receive buffer, one message being received, one being handled, and what
 * one reply adds to a full send buffer. Data kept from a message is a copy, so that the rest can be freed. While the
 * send buffer is full nothing more is handled, and while the receive buffer is full nothing more is read. Messages of
 * one peer are handled in order, one at a time, with long replies in pieces, and their processor time is charged to the
 * peer. Thread: the node's. Works on any duplex (transport.ts) and any clock.
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
