/** Sizes and times of relay (p2p.md §3–§5). */

/** transactions and blocks that a peer is remembered to have, so that they are not announced to it */
export const KNOWN_ITEMS = 1_000
/** announcements that wait for a peer; the oldest go when there are more (it can still ask for the whole mempool) */
export const MAX_QUEUED = 10_000
/** blocks to announce to a peer that takes nothing just now; the newest lead it to all others */
export const MAX_QUEUED_BLOCKS = 500
/** announcements in one message when they are sent by and by */
export const INV_FLUSH = 1_000
/** transactions that a peer announced and that are not asked for yet */
export const MAX_WANTED = 5_000
/** asked of another peer when the first has not delivered by then */
export const RETRY_DELAY_MS = 120_000
/** latest time at which a peer is asked for what it announced, however many announced it before */
export const MAX_REQUEST_DELAY_MS = 10 * 60_000
/** transactions that were asked of anybody lately */
export const MAX_ASKED = 50_000
/** items of getdata or inv that are handled in one turn */
export const ITEMS_PER_TURN = 100
/** transactions of a block that are held against a filter in one turn, in bytes, and what each counts at least */
export const MATCHED_BYTES = 16_384
export const MIN_MATCHED_BYTES = 160
/** relayed transactions can be fetched for so long even when they have left the mempool */
export const RELAY_SECONDS = 15 * 60
export const MAX_RELAY_BYTES = 16 * 1024 * 1024
export const MAX_ORPHAN_BYTES = 5_000
/** time for orphans at a time, where it is not a peer's turn */
export const ADOPT_MS = 4
/** transactions that were refused since the last block */
export const MAX_REJECTED = 20_000
/** a tip is announced to peers that are at most this far ahead */
export const NEAR_BLOCKS = 2_000
/** above this height getheaders is not answered before the initial download is over */
export const HEADERS_WHILE_LOADING = 100_000

/** Transactions of up to 200 kB whose shielded proofs wait to be verified, of all peers and of one. */
export const MAX_PROVING = 64
export const MAX_PROVING_PER_PEER = 8
