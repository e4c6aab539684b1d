/** Sizes and times of synchronisation (p2p.md §3–§5). */

/** maximum number of hashes read from a locator; komodod's locators have about 32 */
export const MAX_LOCATOR = 101
export const MAX_BLOCKS_IN_FLIGHT = 16
/** number of blocks downloaded above the last one shared with a peer */
export const DOWNLOAD_WINDOW = 1024
export const STALL_MS = 2_000
/**
 * Timeout after which a block is also requested from a second peer; the first request stays open. Halved for each
 * earlier failure of the peer (at most MAX_HALVED times) and for each other peer already asked for the same block.
 */
export const HOLD_MS = 20_000
export const MAX_HALVED = 3
/**
 * A peer that sent at least MOVING_BYTES within MOVING_MS counts as busy sending over a slow line. Such a peer gets the
 * same extra time as one whose messages are still queued here.
 */
export const MOVING_BYTES = 16_384
export const MOVING_MS = 5_000
/** Maximum extension of a timeout because messages of the peer are still queued on this node. */
export const MAX_EXCUSED_MS = 30_000
/** Timeout of a headers request, after which the height that the peer claimed is ignored. */
export const HEADERS_MS = 10_000
/**
 * Number of peers asked for headers at a time while the node is far behind: one silent peer must not delay the initial
 * download.
 */
export const HEADER_PEERS = 2
/**
 * Limits of the wait without a new header after which twice as many peers are asked. The wait is twice the duration of
 * the last reply. 200 silent peers delay the search by seven times the lower limit.
 */
export const MIN_HEADER_WAIT_MS = 100
export const MAX_HEADER_WAIT_MS = 5_000
/** Pause before a peer is asked again for headers, after other peers sent the same headers first. */
export const HEADER_STANDBY_MS = 1_000
/** Maximum number of announced blocks whose headers are requested from a peer before it answers. */
export const MAX_ANNOUNCED = 16
/** If the best header is younger than this, every peer is asked for headers. */
export const RECENT_HEADER_SECONDS = 24 * 3600
/** A block is requested at its announcement if our tip is younger than this many block intervals. */
export const NEAR_TIP_BLOCKS = 20
/** Maximum bytes of arrived blocks that are waiting; above it no more blocks are requested. */
export const MAX_WAITING_BYTES = 24 * 1024 * 1024
/**
 * Maximum bytes of arrived blocks that wait in memory for a missing parent. Above it they are stored, and read back
 * when the parent has arrived.
 */
export const MAX_HELD_BYTES = 12 * 1024 * 1024
