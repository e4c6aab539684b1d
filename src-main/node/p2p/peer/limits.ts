/** Times and sizes of a connection (p2p.md §2, §7). */

/** Time for a complete handshake: a peer that takes longer is disconnected. */
export const HANDSHAKE_MS = 60_000
/** Time without a message sent, a message received, or an answer to a ping, after which a peer is disconnected. */
export const SILENCE_MS = 20 * 60_000
export const PING_MS = 120_000
/**
 * Bytes that are read ahead from a peer that connected to this node, however large `-maxreceivebuffer` is. What is read and not
 * handled yet is work for nothing if the peer is disconnected for it.
 */
export const MAX_READ_AHEAD = 256 * 1024
/** Memory of a chunk of bytes besides the bytes: a flood of single bytes counts too. */
export const CHUNK_OVERHEAD = 256

/** Longest reason of a reject message that others accept. */
export const MAX_REJECT_REASON = 111
