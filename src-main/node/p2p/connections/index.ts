/**
 * connections: which connections there are.
 *
 * Purpose: listen, accept or refuse inbound peers, connect to those that the user named and to some from addrman, through a
 * proxy if one is set; DNS seeds; our own addresses; the order in which the messages of all connections are handled.
 * Non-goals: what is said on a connection (peer, relay, sync), remembering addresses (addrman), the list of bans (bans).
 * Invariants: no more than 16 connections of our own choice, each to another group of addresses; no more in all than
 * -maxconnections; none with banned addresses. No outside connection without an option that asks for it: seeds are
 * asked only if the settings say so, and with a proxy no name is looked up here.
 * Thread: the node's.
 */
export { Dialler, formatTarget, type Target } from './dialler.ts'
export { Inbound } from './inbound.ts'
export { Outbound } from './outbound.ts'
export { OwnAddresses } from './ownAddresses.ts'
export { PeerSet, type PeerSetEvents } from './peerSet.ts'
export type { ConnectionSettings } from './settings.ts'
