/** Timeouts and sizes of a connection (p2p.md §2, §7). */

/** Timeout of the handshake, after which a peer is disconnected. */
export const HANDSHAKE_MS = 60_000
/** Time without a message sent, a message received, or a pong, after which a peer is disconnected. */
export const SILENCE_MS = 20 * 60_000
export const PING_MS = 120_000
/**
 * Maximum number of bytes read ahead from an inbound peer, whatever `-maxreceivebuffer` is. Unhandled bytes are wasted
 * work if the peer is disconnected.
 */
export const MAX_READ_AHEAD = 256 * 1024
/** Memory of a chunk in addition to its bytes, so that a flood of single bytes counts too. */
export const CHUNK_OVERHEAD = 256

/** Maximum length of a reject reason that other nodes accept. */
export const MAX_REJECT_REASON = 111
