/**
 * connections: decides which connections exist.
 *
 * Purpose: listens; accepts or rejects inbound peers; connects to nodes that the user named and to addresses from
 * addrman, through a proxy if set. Also DNS seeds, our own addresses, and the order of message handling across
 * connections. Non-goals: the messages of a connection (peer, relay, sync), storing addresses (addrman), the ban list
 * (bans). Invariants: At most 16 connections to addresses from addrman, each to a different address group. At most
 * -maxconnections in total, and none with banned addresses. No outside connection without an option that requests it:
 * seeds are queried only if the settings say so, and with a proxy no name is resolved here. Thread: the node's.
 */
export { Dialler, formatTarget, type Target } from './dialler.ts'
export { Inbound } from './inbound.ts'
export { Outbound } from './outbound.ts'
export { OwnAddresses } from './ownAddresses.ts'
export { PeerSet, type PeerSetEvents } from './peerSet.ts'
export type { ConnectionSettings } from './settings.ts'
