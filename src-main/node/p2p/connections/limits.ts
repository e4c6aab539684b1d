/** How the processor time of messages is shared. */

/** Time for messages in one turn of the event loop: everything else gets its turn after it. */
export const MESSAGE_SLICE_MS = 4
/**
 * Time for messages in a turn in which a peer connected: the system hands over one connection per turn of the event loop, so
 * among hundreds that connect at once the last one waits for as many slices.
 */
export const CONNECTING_SLICE_MS = 0.5
/** Messages of peers that this node chose or trusts get this multiple of the time of one that connected to it. */
export const TRUSTED_WEIGHT = 16
/**
 * Processor time per tick (100 ms) for the messages of all inbound peers together. Half of the thread is left for everything else: the
 * system hands over one new connection per turn of the event loop, and these must be quick. While blocks are being fetched
 * it is enough to answer hundreds of requests a second, and little beside the time that connecting blocks takes.
 */
export const FOREIGN_MS_PER_TICK = { fetching: 8, otherwise: 30 } as const
/** Processor time of a connection that is not counted when turns are given. */
export const FREE_MS = 10
/** Maximum processor time that a long message may borrow from later ticks: other peers must not wait long because of it. */
export const MAX_FOREIGN_DEBT_MS = 30
/** An inbound peer that delivered what it was asked for within this time is not held to FOREIGN_MS_PER_TICK. */
export const CREDIT_MS = 2_000
