/**
 * connections: which connections there are.
 *
 * Purpose: listen, let peers in or not, connect to those that a person named and to some from the address book, through a
 * proxy where one is set; find first addresses; our own addresses.
 * Non-goals: what is said on a connection (peer, relay, sync), remembering addresses (addrman), the list of bans (bans).
 * Invariants: no more than 16 connections of our own choice, each to another group of addresses; no more in all than
 * -maxconnections; who is banned gets no connection. Nothing connects to the outside that no option asks for: seeds are
 * asked only where the settings say so, and with a proxy no name is looked up here.
 * Thread: the node's.
 */
export { createDialler, type Dialler, type Target } from './dial.ts'
export { createInbound } from './inbound.ts'
export { type Listener, listen, listenPlaces } from './listener.ts'
export { createOutbound, type Outbound } from './outbound.ts'
export { createOwnAddresses, type OwnAddresses } from './ownAddresses.ts'
export { createPeerSet, type PeerSet, type PeerSetEvents } from './peerSet.ts'
export { askDnsSeeds } from './seeds.ts'
export type { ConnectionSettings } from './settings.ts'
