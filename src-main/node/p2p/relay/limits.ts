/** Sizes and times of relay (p2p.md §3–§5). */

/** maximum number of transactions and blocks recorded as known to a peer, so that they are not announced to it */
export const KNOWN_ITEMS = 1_000
/**
 * maximum number of queued announcements per peer; beyond it the oldest are dropped (the peer can still request the
 * mempool)
 */
export const MAX_QUEUED = 10_000
/** maximum number of block announcements queued for a congested peer; the newest lead it to all others */
export const MAX_QUEUED_BLOCKS = 500
/** maximum number of delayed announcements in one message */
export const INV_FLUSH = 1_000
/** maximum number of transactions that a peer announced and that are not requested yet */
export const MAX_WANTED = 5_000
/** delay after which a transaction is requested from another peer if the first has not delivered it */
export const RETRY_DELAY_MS = 120_000
/** maximum delay before a peer is asked for a transaction it announced, however many peers announced it before */
export const MAX_REQUEST_DELAY_MS = 10 * 60_000
/** maximum number of transactions whose request time is kept */
export const MAX_ASKED = 50_000
/** items of getdata or inv handled per turn */
export const ITEMS_PER_TURN = 100
/** bytes of a block's transactions matched against a filter per turn, and the minimum counted per transaction */
export const MATCHED_BYTES = 16_384
export const MIN_MATCHED_BYTES = 160
/** time for which relayed transactions can be fetched, even after they left the mempool */
export const RELAY_SECONDS = 15 * 60
export const MAX_RELAY_BYTES = 16 * 1024 * 1024
export const MAX_ORPHAN_BYTES = 5_000
/** time for orphans per tick, outside a peer's turn */
export const ADOPT_MS = 4
/** maximum number of transactions recorded as rejected since the last block */
export const MAX_REJECTED = 20_000
/** a tip is announced to peers that are at most this many blocks ahead */
export const NEAR_BLOCKS = 2_000
/** above this height getheaders is not answered during the initial block download */
export const HEADERS_WHILE_LOADING = 100_000

/** Maximum number of transactions (up to 200 kB each) whose shielded proofs are queued, in total and per peer. */
export const MAX_PROVING = 64
export const MAX_PROVING_PER_PEER = 8
