/**
 * p2p: the other nodes of the network.
 *
 * Purpose: `wire` (bytes of the protocol) → `peer` (one connection) → `sync` (fetching the chain) and `relay` (what peers announce
 * and request) → `connections` (which peers are connected); beside them `addrman` and `bans`. `p2p.ts` joins them and is
 * what the rest of the node sees, as a PeerNetwork.
 * Non-goals: rules of blocks and transactions (consensus, chain, mempool).
 * Invariants: see the folders. What a peer can make this node hold, write or compute is bounded in each of them.
 * Thread: the node's; long work is cut into slices of a few milliseconds.
 */
export { openNetworkDatabase } from './networkDatabase.ts'
export { NoNetwork } from './noNetwork.ts'
export { P2p } from './p2p.ts'
export type { P2pNotification, PeerService } from './peerService.ts'
export type { P2pSettings } from './settings.ts'
