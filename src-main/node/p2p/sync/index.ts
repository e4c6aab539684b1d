/**
 * sync: download of headers and blocks from peers.
 *
 * Purpose: headers first, then blocks within a window, from several peers at a time; submitting arrived blocks to the
 * chain's import queue in order; detecting peers that stall or lie; the end of the initial block download; the sync
 * state shown to users. Non-goals: rules of headers and blocks, and adding them to the chain (chain); answering peers
 * (relay); sockets (connections). Invariants: At most 16 blocks are requested from a peer at a time, each from one peer
 * only unless that peer stalls the download. The memory of arrived blocks is limited (limits.ts). Nothing here is
 * stored on disk: after a restart the download continues from the chain's stored data. Thread: the node's; scripts are
 * verified on other threads.
 */

export { MAX_LOCATOR } from './limits.ts'
export { forkPoint } from './locator.ts'
export { Sync, type SyncSettings } from './sync.ts'
export { type SyncFacts, SyncStateTracker } from './syncState.ts'
export type { PeerProgress } from './types.ts'
