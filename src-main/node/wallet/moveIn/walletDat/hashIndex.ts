import { byteHash } from '../../../util/byteHash.ts'

/** Length of the hash of a public key, as in addresses. */
export const HASH_BYTES = 20

/** Hashes of public keys by row, and rows by hash, in shared arrays. */
export class HashIndex {
  readonly #hashes: Uint8Array
  /** row plus one in open addressing; a power of two, at most half full */
  readonly #buckets: Int32Array

  constructor(rows: number) {
    this.#hashes = new Uint8Array(HASH_BYTES * rows)
    this.#buckets = new Int32Array(2 ** Math.ceil(Math.log2(2 * rows + 2)))
  }

  /** @param row not set before */
  set(row: number, hash: Uint8Array): void {
    this.#hashes.set(hash, HASH_BYTES * row)
    const bucket = this.#findBucket(hash)
    if (this.#buckets[bucket] === 0) this.#buckets[bucket] = row + 1
  }

  /** Returns the row of a hash, or −1. */
  find(hash: Uint8Array): number {
    return this.#buckets[this.#findBucket(hash)]! - 1
  }

  /** Compares the hashes of two rows. */
  compare(a: number, b: number): number {
    for (let i = 0; i < HASH_BYTES; i++) {
      const difference = this.#hashes[HASH_BYTES * a + i]! - this.#hashes[HASH_BYTES * b + i]!
      if (difference !== 0) return difference
    }
    return 0
  }

  #findBucket(hash: Uint8Array): number {
    const mask = this.#buckets.length - 1
    for (let bucket = byteHash(hash) & mask; ; bucket = (bucket + 1) & mask) {
      const row = this.#buckets[bucket]! - 1
      if (row < 0 || this.#isHash(row, hash)) return bucket
    }
  }

  #isHash(row: number, hash: Uint8Array): boolean {
    for (let i = 0; i < HASH_BYTES; i++) if (this.#hashes[HASH_BYTES * row + i] !== hash[i]) return false
    return true
  }
}
