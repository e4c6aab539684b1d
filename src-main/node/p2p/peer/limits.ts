/** Times of a connection (p2p.md §2, §7). */

/** no byte, or no complete handshake, by then: disconnected */
export const HANDSHAKE_MILLIS = 60_000
/** nothing sent, nothing received, or a ping unanswered for so long: disconnected */
export const SILENCE_MILLIS = 20 * 60_000
export const PING_MILLIS = 120_000
/** What a queued message takes in memory besides its payload: floods of empty messages count too. */
export const MESSAGE_OVERHEAD = 256
