/**
 * p2p: the peers of the node.
 *
 * Purpose: `wire` (protocol bytes) → `peer` (one connection) → `sync` (block download) and `relay` (announcements and
 * requests) → `connections` (which peers are connected), plus `addrman` and `bans`. `p2p.ts` joins them and is what the
 * rest of the node uses, as a PeerNetwork. Non-goals: rules of blocks and transactions (consensus, chain, mempool).
 * Invariants: see the folders. Each limits the memory, disk space and processor time that a peer can use. Thread: the
 * node's; long work is cut into slices of a few milliseconds.
 */
export { openNetworkDatabase } from './networkDatabase.ts'
export { NoNetwork } from './noNetwork.ts'
export { P2p } from './p2p.ts'
export type { P2pNotification, PeerService } from './peerService.ts'
export type { P2pSettings } from './settings.ts'
