// Equihash 200,9: finds sets of 512 of the 2^21 rows that a header defines whose exclusive or is zero, in the order and with
// the intermediate zeros that the rules ask for (chain-params.md §7).
//
// Wagner's way: nine times, rows that agree in the next 20 bits are paired, and each pair becomes a row of the next stage.
// 12 of the 20 bits are the bucket that a row was put into when it was made; the other eight are looked up in chains inside
// the bucket. A row only remembers which pair it was made of; a solution's indices are gathered at the end by walking back.

import { absorbHeader, HASH_STRIDE, hashCounters, LANES } from './hash';
import {
  BUCKETS, CHAINS, COUNTS_EVEN, COUNTS_ODD, END, HASHES, INDICES, INPUT, LINKS, MAX_SOLUTIONS, ORIGINS, ORIGINS_OF_STAGE,
  ROWS_EVEN, ROWS_ODD, SEEN, SLOTS, SOLUTIONS,
} from './memory';
import { bucketOf, REST_MASK, restOf, wordsOf } from './rows';

/** Asked every few milliseconds; anything but 0 ends the search. */
// @ts-ignore: decorator
@external('host', 'isCancelled')
declare function isCancelled(): i32;

const CANCELLED: i32 = -1;
const HASH_COUNT: u32 = 1 << 20;
const ROW_BYTES: usize = 25;
const HASHES_BETWEEN_ASKING: u32 = 8192;
const BUCKETS_BETWEEN_ASKING: u32 = 128;
const LAST_STAGE: u32 = 8;

/** Where the host puts the header (140 bytes) and finds solutions (512 words each, in solution order). */
export const input: usize = INPUT;
export const solutions: usize = SOLUTIONS;

/** Takes the memory that a search needs. @returns whether there was enough */
export function prepare(): bool {
  const missing = <i32>((END + 0xffff) >>> 16) - memory.size();
  return missing <= 0 || memory.grow(missing) >= 0;
}

/** Searches the header at `input`. @returns the number of solutions, or -1 if it was called off */
export function solve(personal: u64): i32 {
  absorbHeader(personal);
  if (!makeRows()) return CANCELLED;
  if (!round0() || !round1() || !round2() || !round3()) return CANCELLED;
  if (!round4() || !round5() || !round6() || !round7()) return CANCELLED;
  return collectSolutions();
}

/** Stage 0: hashes all counters, each of which gives two rows. */
function makeRows(): bool {
  memory.fill(COUNTS_EVEN, 0, BUCKETS * 4);
  for (let start: u32 = 0; start < HASH_COUNT; start += HASHES_BETWEEN_ASKING) {
    if (isCancelled()) return false;
    for (let counter = start; counter < start + HASHES_BETWEEN_ASKING; counter += LANES) {
      hashCounters(counter);
      for (let lane: u32 = 0; lane < LANES; lane++) {
        const hash = HASHES + lane * HASH_STRIDE, index = (counter + lane) * 2;
        addRow(hash, index);
        addRow(hash + ROW_BYTES, index + 1);
      }
    }
  }
  return true;
}

/** Files a row of 25 bytes, most significant first, under its first 12 bits. */
// @ts-ignore: decorator
@inline
function addRow(at: usize, index: u32): void {
  const high = bswap<u64>(load<u64>(at, 1)), middle = bswap<u64>(load<u64>(at, 9)), low = bswap<u64>(load<u64>(at, 17));
  const bucket = ((<u32>load<u8>(at)) << 4) | <u32>(high >> 60);
  const count = load<u32>(COUNTS_EVEN + bucket * 4);
  if (count >= SLOTS) return;
  store<u32>(COUNTS_EVEN + bucket * 4, count + 1);
  const place: usize = bucket * SLOTS + count;
  store<u32>(ORIGINS + place * 4, index);
  const row = ROWS_EVEN + place * 24;
  store<u64>(row, low);
  store<u64>(row, middle, 8);
  store<u64>(row, high, 16);
}

/** How a row of the next stage is remembered: the bucket of both its halves and their slots in it. */
// @ts-ignore: decorator
@inline
function pairOf(bucket: u32, one: u32, other: u32): u32 {
  return (bucket << 20) | (one << 10) | other;
}

/** From one stage to the next. Compiled once for each stage, so that everything that depends on it is known. */
// @ts-ignore: decorator
@inline
function pairRows(stage: u32): bool {
  const odd = (stage & 1) != 0;
  const counts = odd ? COUNTS_ODD : COUNTS_EVEN, rows = odd ? ROWS_ODD : ROWS_EVEN;
  const newCounts = odd ? COUNTS_EVEN : COUNTS_ODD, newRows = odd ? ROWS_EVEN : ROWS_ODD;
  const words = wordsOf(stage), newWords = wordsOf(stage + 1);
  const origins = ORIGINS + <usize>(stage + 1) * ORIGINS_OF_STAGE;
  memory.fill(newCounts, 0, BUCKETS * 4);
  for (let bucket: u32 = 0; bucket < BUCKETS; bucket++) {
    if (bucket % BUCKETS_BETWEEN_ASKING == 0 && isCancelled()) return false;
    const count = load<u32>(counts + bucket * 4);
    const first = rows + <usize>(bucket * SLOTS) * words * 8;
    memory.fill(CHAINS, 0, (REST_MASK + 1) * 2);
    for (let slot: u32 = 0; slot < count; slot++) {
      const row = first + <usize>slot * words * 8;
      const low = load<u64>(row), middle = words > 1 ? load<u64>(row, 8) : 0, high = words > 2 ? load<u64>(row, 16) : 0;
      const chain = CHAINS + <usize>restOf(stage, low, middle, high) * 2;
      let link = <u32>load<u16>(chain);
      store<u16>(chain, <u16>(slot + 1));
      store<u16>(LINKS + <usize>slot * 2, <u16>link);
      while (link) {
        const partner = link - 1, other = first + <usize>partner * words * 8;
        link = <u32>load<u16>(LINKS + <usize>partner * 2);
        const newLow = low ^ load<u64>(other);
        const newMiddle = words > 1 ? middle ^ load<u64>(other, 8) : 0;
        const newHigh = words > 2 ? high ^ load<u64>(other, 16) : 0;
        // Equal rows share indices, as next to nothing else makes them equal so early.
        if ((newLow | newMiddle | newHigh) == 0) continue;
        const newBucket = bucketOf(stage + 1, newLow, newMiddle, newHigh);
        const newCount = load<u32>(newCounts + newBucket * 4);
        if (newCount >= SLOTS) continue;
        store<u32>(newCounts + newBucket * 4, newCount + 1);
        const place: usize = newBucket * SLOTS + newCount;
        store<u32>(origins + place * 4, pairOf(bucket, partner, slot));
        const newRow = newRows + place * newWords * 8;
        store<u64>(newRow, newLow);
        if (newWords > 1) store<u64>(newRow, newMiddle, 8);
        if (newWords > 2) store<u64>(newRow, newHigh, 16);
      }
    }
  }
  return true;
}

function round0(): bool { return pairRows(0); }
function round1(): bool { return pairRows(1); }
function round2(): bool { return pairRows(2); }
function round3(): bool { return pairRows(3); }
function round4(): bool { return pairRows(4); }
function round5(): bool { return pairRows(5); }
function round6(): bool { return pairRows(6); }
function round7(): bool { return pairRows(7); }

/** The last round: rows that agree in all that is left of them, two groups, are the two halves of a solution. */
function collectSolutions(): i32 {
  let found: u32 = 0;
  for (let bucket: u32 = 0; bucket < BUCKETS; bucket++) {
    if (bucket % BUCKETS_BETWEEN_ASKING == 0 && isCancelled()) return CANCELLED;
    const count = load<u32>(COUNTS_EVEN + bucket * 4);
    const first = ROWS_EVEN + <usize>(bucket * SLOTS) * 8;
    memory.fill(CHAINS, 0, (REST_MASK + 1) * 2);
    for (let slot: u32 = 0; slot < count; slot++) {
      const low = load<u64>(first + <usize>slot * 8);
      const chain = CHAINS + <usize>restOf(LAST_STAGE, low, 0, 0) * 2;
      let link = <u32>load<u16>(chain);
      store<u16>(chain, <u16>(slot + 1));
      store<u16>(LINKS + <usize>slot * 2, <u16>link);
      while (link) {
        const partner = link - 1;
        link = <u32>load<u16>(LINKS + <usize>partner * 2);
        if (low != load<u64>(first + <usize>partner * 8) || found == MAX_SOLUTIONS) continue;
        const target = SOLUTIONS + found * INDICES * 4;
        if (gather(LAST_STAGE, pairOf(bucket, partner, slot), target) && areDistinct(target)) found++;
      }
    }
  }
  return found;
}

/**
 * Writes the indices that a pair of rows of a stage goes back to, in solution order: at each node the half with the lower
 * first index stands first. @returns false if both halves begin alike, which no solution does
 */
function gather(stage: u32, pair: u32, target: usize): bool {
  const bucket: usize = pair >>> 20;
  const origins = ORIGINS + <usize>stage * ORIGINS_OF_STAGE + bucket * SLOTS * 4;
  const one = load<u32>(origins + <usize>((pair >>> 10) & 1023) * 4), other = load<u32>(origins + <usize>(pair & 1023) * 4);
  const half: usize = (<usize>4) << stage;
  if (stage == 0) {
    store<u32>(target, one);
    store<u32>(target + half, other);
  } else if (!gather(stage - 1, one, target) || !gather(stage - 1, other, target + half)) return false;
  const left = load<u32>(target), right = load<u32>(target + half);
  if (left > right) swap(target, target + half, half);
  return left != right;
}

function swap(one: usize, other: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 4) {
    const word = load<u32>(one + at);
    store<u32>(one + at, load<u32>(other + at));
    store<u32>(other + at, word);
  }
}

function areDistinct(target: usize): bool {
  let distinct = true, marked: u32 = 0;
  while (marked < INDICES) {
    const index = load<u32>(target + marked * 4), at = SEEN + (index >>> 3), bit = 1 << (index & 7);
    const byte = load<u8>(at);
    if (byte & bit) {
      distinct = false;
      break;
    }
    store<u8>(at, byte | bit);
    marked++;
  }
  for (let i: u32 = 0; i < marked; i++) store<u8>(SEEN + (load<u32>(target + i * 4) >>> 3), 0);
  return distinct;
}
