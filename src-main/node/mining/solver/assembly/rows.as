// The bits of a row.
//
// A row has 200 bits, ten groups of 20; a round brings one more group to zero. Bits are numbered from the end: group g is
// at 180 - 20 g. The first 12 bits of the group that is next are the number of the row's bucket and need not be stored, so
// three words hold what is left of a new row, two what is left after three groups, one after seven. `low` always holds
// bits 0 to 63, `middle` 64 to 127, `high` 128 and above.

const GROUPS_END: u32 = 180;
const GROUP_BITS: u32 = 20;
/** Bits of a group that do not belong to the bucket's number. */
const REST_BITS: u32 = 8;

export const REST_MASK: u32 = 0xff;
const BUCKET_MASK: u32 = 0xfff;

/** Words of a row of a stage. */
// @ts-ignore: decorator
@inline
export function wordsOf(stage: u32): u32 {
  return stage < 3 ? 3 : stage < 7 ? 2 : 1;
}

/** At least the 12 bits from `offset` on, and above them whatever follows. */
// @ts-ignore: decorator
@inline
function bitsFrom(offset: u32, low: u64, middle: u64, high: u64): u32 {
  const shift = offset & 63;
  const word = offset < 64 ? low : offset < 128 ? middle : high;
  if (shift <= 52) return <u32>(word >> shift);
  const next = offset < 64 ? middle : high;
  return <u32>((word >> shift) | (next << (64 - shift)));
}

/** The eight bits of a group by which the rows of a bucket are told apart. */
// @ts-ignore: decorator
@inline
export function restOf(group: u32, low: u64, middle: u64, high: u64): u32 {
  return bitsFrom(GROUPS_END - GROUP_BITS * group, low, middle, high) & REST_MASK;
}

/** The bucket that a row belongs to whose groups before this one are zero. */
// @ts-ignore: decorator
@inline
export function bucketOf(group: u32, low: u64, middle: u64, high: u64): u32 {
  return bitsFrom(GROUPS_END - GROUP_BITS * group + REST_BITS, low, middle, high) & BUCKET_MASK;
}
