/**
 * sync: fetching headers and blocks from peers.
 *
 * Purpose: headers first, then blocks within a window, from several peers at a time; the order in which arrived blocks are
 * submitted to the chain's import queue; which peers stall or lie; whether the initial download is over; the one state that says
 * what the node is doing about its chain.
 * Non-goals: rules of headers and blocks, and how they get into the chain (chain); answering peers (relay); sockets
 * (connections).
 * Invariants: at most 16 blocks are requested from a peer at a time, each from one peer only unless that one stalls the
 * download; what has arrived and waits in memory is bounded (limits.ts). Nothing here is on the disk: after any end it goes on
 * from what the chain has stored.
 * Thread: the node's; scripts are checked on others.
 */

export { MAX_LOCATOR } from './limits.ts'
export { forkPoint } from './locator.ts'
export { Sync, type SyncSettings } from './sync.ts'
export { type SyncFacts, SyncStateTracker } from './syncState.ts'
export type { PeerProgress } from './types.ts'
