/** Limits of the processor time for messages. */

/** Time for messages per turn of the event loop, so that other tasks are not delayed for longer. */
export const MESSAGE_SLICE_MS = 4
/**
 * Time for messages per turn in which a peer connected. The system hands over one connection per turn of the event
 * loop, so the last of hundreds of simultaneous connections waits for as many slices.
 */
export const CONNECTING_SLICE_MS = 0.5
/** Messages of peers that this node chose or trusts get this multiple of an inbound peer's time. */
export const TRUSTED_WEIGHT = 16
/**
 * Processor time per tick (100 ms) for the messages of all inbound peers together. About half of the thread is left for
 * other work: the system hands over one new connection per turn of the event loop, and turns must be short. `fetching`
 * applies during block download: it is enough to answer hundreds of requests per second, and little compared with
 * connecting blocks.
 */
export const FOREIGN_MS_PER_TICK = { fetching: 8, otherwise: 30 } as const
/** Processor time of a new connection that is not charged. */
export const FREE_MS = 10
/** Maximum processor time that a long message may borrow from later ticks, so that other peers do not wait long. */
export const MAX_FOREIGN_DEBT_MS = 30
/** FOREIGN_MS_PER_TICK does not apply to an inbound peer that delivered requested data within this time. */
export const CREDIT_MS = 2_000
