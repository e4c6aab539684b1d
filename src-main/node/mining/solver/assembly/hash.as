// BLAKE2b as Equihash 200,9 uses it: 50 bytes of output, personalised, over 140 bytes of header and a 32-bit counter.
//
// The header fills one block of the hash and 12 bytes of the next. The first block is absorbed once; what differs from
// hash to hash is half a word. Lines that begin with //#rounds are replaced by the twelve rounds when this is compiled
// (see ../blake2bRounds.ts): locals v0 to v15 and as many message words as the line says.

import { HASHES, INPUT, MIDSTATE } from './memory';

const IV0: u64 = 0x6a09e667f3bcc908;
const IV1: u64 = 0xbb67ae8584caa73b;
const IV2: u64 = 0x3c6ef372fe94f82b;
const IV3: u64 = 0xa54ff53a5f1d36f1;
const IV4: u64 = 0x510e527fade682d1;
const IV5: u64 = 0x9b05688c2b3e6c1f;
const IV6: u64 = 0x1f83d9abfb41bd6b;
const IV7: u64 = 0x5be0cd19137e2179;

/** Output of 50 bytes, no key, fan-out and depth 1. */
const PARAMETERS: u64 = 0x01010032;
/** n = 200 and k = 9 as they stand at the end of the personalisation. */
const SIZES: u64 = (9 << 32) | 200;
const BLOCK_BYTES: u64 = 128;
const TOTAL_BYTES: u64 = 144;

/** Bytes from one output to the next. */
export const HASH_STRIDE: usize = 64;
/** How many hashes are computed side by side. */
export const LANES: u32 = ASC_FEATURE_SIMD ? 2 : 1;

/** Hashes the first block of the header. `personal`: the first eight characters of the personalisation. */
export function absorbHeader(personal: u64): void {
  const m0 = load<u64>(INPUT), m1 = load<u64>(INPUT, 8), m2 = load<u64>(INPUT, 16), m3 = load<u64>(INPUT, 24);
  const m4 = load<u64>(INPUT, 32), m5 = load<u64>(INPUT, 40), m6 = load<u64>(INPUT, 48), m7 = load<u64>(INPUT, 56);
  const m8 = load<u64>(INPUT, 64), m9 = load<u64>(INPUT, 72), m10 = load<u64>(INPUT, 80), m11 = load<u64>(INPUT, 88);
  const m12 = load<u64>(INPUT, 96), m13 = load<u64>(INPUT, 104), m14 = load<u64>(INPUT, 112), m15 = load<u64>(INPUT, 120);
  const h0 = IV0 ^ PARAMETERS, h6 = IV6 ^ personal, h7 = IV7 ^ SIZES;
  let v0 = h0, v1 = IV1, v2 = IV2, v3 = IV3, v4 = IV4, v5 = IV5, v6 = h6, v7 = h7;
  let v8 = IV0, v9 = IV1, v10 = IV2, v11 = IV3, v12 = IV4 ^ BLOCK_BYTES, v13 = IV5, v14 = IV6, v15 = IV7;
  //#rounds u64 16
  store<u64>(MIDSTATE, h0 ^ v0 ^ v8);
  store<u64>(MIDSTATE, IV1 ^ v1 ^ v9, 8);
  store<u64>(MIDSTATE, IV2 ^ v2 ^ v10, 16);
  store<u64>(MIDSTATE, IV3 ^ v3 ^ v11, 24);
  store<u64>(MIDSTATE, IV4 ^ v4 ^ v12, 32);
  store<u64>(MIDSTATE, IV5 ^ v5 ^ v13, 40);
  store<u64>(MIDSTATE, h6 ^ v6 ^ v14, 48);
  store<u64>(MIDSTATE, h7 ^ v7 ^ v15, 56);
}

/** Hashes the header followed by `counter`, and by the next LANES - 1 numbers, to HASHES. */
// @ts-ignore: decorator
@inline
export function hashCounters(counter: u32): void {
  if (ASC_FEATURE_SIMD) hashTwo(counter);
  else hashOne(counter);
}

/** The second word of the second block: the last four bytes of the header, and the counter. */
// @ts-ignore: decorator
@inline
function lastWord(counter: u32): u64 {
  return <u64>load<u32>(INPUT, 136) | ((<u64>counter) << 32);
}

function hashOne(counter: u32): void {
  const m0 = load<u64>(INPUT, 128), m1 = lastWord(counter);
  const h0 = load<u64>(MIDSTATE), h1 = load<u64>(MIDSTATE, 8), h2 = load<u64>(MIDSTATE, 16), h3 = load<u64>(MIDSTATE, 24);
  const h4 = load<u64>(MIDSTATE, 32), h5 = load<u64>(MIDSTATE, 40), h6 = load<u64>(MIDSTATE, 48), h7 = load<u64>(MIDSTATE, 56);
  let v0 = h0, v1 = h1, v2 = h2, v3 = h3, v4 = h4, v5 = h5, v6 = h6, v7 = h7;
  let v8 = IV0, v9 = IV1, v10 = IV2, v11 = IV3, v12 = IV4 ^ TOTAL_BYTES, v13 = IV5, v14 = ~IV6, v15 = IV7;
  //#rounds u64 2
  store<u64>(HASHES, h0 ^ v0 ^ v8);
  store<u64>(HASHES, h1 ^ v1 ^ v9, 8);
  store<u64>(HASHES, h2 ^ v2 ^ v10, 16);
  store<u64>(HASHES, h3 ^ v3 ^ v11, 24);
  store<u64>(HASHES, h4 ^ v4 ^ v12, 32);
  store<u64>(HASHES, h5 ^ v5 ^ v13, 40);
  store<u64>(HASHES, h6 ^ v6 ^ v14, 48);
}

/** The same word in both lanes. */
// @ts-ignore: decorator
@inline
function both(word: u64): v128 {
  return i64x2.splat(<i64>word);
}

/** Rotations to the right: by whole bytes as a shuffle of bytes, by 63 as a rotation to the left by one. */
// @ts-ignore: decorator
@inline
function rotate32(x: v128): v128 {
  return i8x16.shuffle(x, x, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
}
// @ts-ignore: decorator
@inline
function rotate24(x: v128): v128 {
  return i8x16.shuffle(x, x, 3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10);
}
// @ts-ignore: decorator
@inline
function rotate16(x: v128): v128 {
  return i8x16.shuffle(x, x, 2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9);
}
// @ts-ignore: decorator
@inline
function rotate63(x: v128): v128 {
  return v128.or(i64x2.add(x, x), i64x2.shr_u(x, 63));
}

/** Word `at` of both outputs: the left lane's is h ^ a ^ b of the left lanes. */
// @ts-ignore: decorator
@inline
function storeBoth(at: usize, h: v128, a: v128, b: v128): void {
  const word = v128.xor(h, v128.xor(a, b));
  v128.store64_lane(HASHES + at, word, 0);
  v128.store64_lane(HASHES + HASH_STRIDE + at, word, 1);
}

function hashTwo(counter: u32): void {
  const m0 = both(load<u64>(INPUT, 128)), m1 = i64x2.replace_lane(both(lastWord(counter)), 1, <i64>lastWord(counter + 1));
  const h0 = both(load<u64>(MIDSTATE)), h1 = both(load<u64>(MIDSTATE, 8)), h2 = both(load<u64>(MIDSTATE, 16));
  const h3 = both(load<u64>(MIDSTATE, 24)), h4 = both(load<u64>(MIDSTATE, 32)), h5 = both(load<u64>(MIDSTATE, 40));
  const h6 = both(load<u64>(MIDSTATE, 48)), h7 = both(load<u64>(MIDSTATE, 56));
  let v0 = h0, v1 = h1, v2 = h2, v3 = h3, v4 = h4, v5 = h5, v6 = h6, v7 = h7;
  let v8 = both(IV0), v9 = both(IV1), v10 = both(IV2), v11 = both(IV3);
  let v12 = both(IV4 ^ TOTAL_BYTES), v13 = both(IV5), v14 = both(~IV6), v15 = both(IV7);
  //#rounds v128 2
  storeBoth(0, h0, v0, v8);
  storeBoth(8, h1, v1, v9);
  storeBoth(16, h2, v2, v10);
  storeBoth(24, h3, v3, v11);
  storeBoth(32, h4, v4, v12);
  storeBoth(40, h5, v5, v13);
  storeBoth(48, h6, v6, v14);
}
