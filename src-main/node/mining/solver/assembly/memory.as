// Where everything lies in the one linear memory of a solver. Nothing is ever allocated: no heap, no garbage collector.
//
// The search sorts rows into BUCKETS by the first 12 bits that are not yet known to be zero. A bucket has SLOTS places; on
// average 512 are taken, with a deviation of about 23, so next to no row is lost. Both are fixed by how a pair of rows is
// written down: 12 bits of bucket and twice 10 bits of slot fill a 32-bit word.

export const BUCKETS: u32 = 4096;
export const SLOTS: u32 = 640;
export const ROUNDS: u32 = 9;
/** Indices of a solution. */
export const INDICES: u32 = 512;
/** A header has about two solutions; one with more than this many has never been seen. */
export const MAX_SOLUTIONS: u32 = 32;

/** The 140 bytes of the header, filled in from outside, then room up to 144. */
export const INPUT: usize = 0x400;
/** State of BLAKE2b after the first 128 bytes of the header: eight words. */
export const MIDSTATE: usize = 0x500;
/** Outputs of the hash, HASH_STRIDE bytes each. */
export const HASHES: usize = 0x600;
/** First slot of each chain of a bucket plus one, 0 for none: 256 times 16 bits. */
export const CHAINS: usize = 0x800;
/** Next slot of the same chain plus one: SLOTS times 16 bits. */
export const LINKS: usize = 0x1000;
/** Indices of the solutions, INDICES words each. */
export const SOLUTIONS: usize = 0x2000;
/** How many rows each bucket holds, for rows that come from and those that go to. */
export const COUNTS_EVEN: usize = SOLUTIONS + MAX_SOLUTIONS * INDICES * 4;
export const COUNTS_ODD: usize = COUNTS_EVEN + BUCKETS * 4;
/** A bit for each of the 2^21 indices, all zero between uses. */
export const SEEN: usize = COUNTS_ODD + BUCKETS * 4;
/** What each row was made of, for all nine stages: an index at first, then pairs. */
export const ORIGINS: usize = SEEN + (1 << 21) / 8;
export const ORIGINS_OF_STAGE: usize = BUCKETS * SLOTS * 4;
/** The bits of the rows of even and of odd stages, at most three words each. */
export const ROWS_EVEN: usize = ORIGINS + ROUNDS * ORIGINS_OF_STAGE;
export const ROWS_ODD: usize = ROWS_EVEN + BUCKETS * SLOTS * 24;
export const END: usize = ROWS_ODD + BUCKETS * SLOTS * 24;
