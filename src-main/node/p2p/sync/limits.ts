/** Sizes and times of synchronisation (p2p.md §3–§5). */

/** locators of the reference have about 32 hashes; more than this is no locator */
export const MAX_LOCATOR = 101
export const MAX_BLOCKS_IN_FLIGHT = 16
/** number of blocks that are fetched above the last one that we and a peer share */
export const DOWNLOAD_WINDOW = 1024
export const STALL_MS = 2_000
/**
 * Time in which a peer delivers none of the blocks that it was asked for, after which another peer is asked too; the requests stay
 * open. Halved for each time that the peer let others wait before, at most MAX_HALVED times, and for each other peer that was
 * asked for the same block.
 */
export const HOLD_MS = 20_000
export const MAX_HALVED = 3
/** A peer that sent this number of bytes in this time is sending, however slow the line: that excuses it like messages that wait. */
export const MOVING_BYTES = 16_384
export const MOVING_MS = 5_000
/** Longest time for which messages of a peer that we have not read yet excuse it. */
export const MAX_EXCUSED_MS = 30_000
/** Timeout of a request for headers: the height that the peer claimed then no longer counts. */
export const HEADERS_MS = 10_000
/** Peers asked for headers at a time while the node is far behind: one silent peer must not delay the first download. */
export const HEADER_PEERS = 2
/**
 * Time without a new header after which twice the number of peers is asked: twice what the last answer took, within these
 * bounds. 200 silent peers delay the search by seven times the lower one.
 */
export const MIN_HEADER_WAIT_MS = 100
export const MAX_HEADER_WAIT_MS = 5_000
/** Time for which a peer is not asked on for headers after other peers were quicker with the same ones. */
export const HEADER_STANDBY_MS = 1_000
/** Announced blocks whose headers a peer is asked for before it has answered any. */
export const MAX_ANNOUNCED = 16
/** While the best header is younger than this, every peer is asked for headers. */
export const RECENT_HEADER_SECONDS = 24 * 3600
/** A block is asked for at its announcement if our tip is younger than this many block times. */
export const NEAR_TIP_BLOCKS = 20
/** Blocks that arrived and wait for their turn: more are not asked for until some have been dealt with. */
export const MAX_WAITING_BYTES = 24 * 1024 * 1024
/** Maximum bytes of these that wait in memory for a block below them. Above it they are stored, and read back when it has come. */
export const MAX_HELD_BYTES = 12 * 1024 * 1024
