/**
 * Tables of buckets with 64 positions each. An entry has exactly one position per bucket, so an attacker cannot fill a
 * bucket at will.
 */
import type { Random } from '../../core/index.ts'
import type { AddrInfo } from './addrInfo.ts'

export const POSITIONS = 64

const NUMBERS_PER_DRAW = 8

/** Buffer of random numbers: selecting an address takes hundreds, and each draw costs as much as a system call. */
export class RandomNumbers {
  readonly #random: Random
  #numbers: DataView = new DataView(new ArrayBuffer(0))
  #offset = 0

  constructor(random: Random) {
    this.#random = random
  }

  /** Returns a number below `limit`, which is at most 2^32. The modulo bias is far too small for an attack. */
  below(limit: number): number {
    if (this.#offset >= this.#numbers.byteLength) {
      const { buffer, byteOffset, byteLength } = this.#random.bytes(4 * NUMBERS_PER_DRAW)
      this.#numbers = new DataView(buffer, byteOffset, byteLength)
      this.#offset = 0
    }
    this.#offset += 4
    return this.#numbers.getUint32(this.#offset - 4) % limit
  }
}

export class Buckets {
  readonly #numbers: RandomNumbers
  readonly #buckets = new Map<number, Map<number, AddrInfo>>()
  /** numbers of the nonempty buckets, and the index of each in that list */
  readonly #used: number[] = []
  readonly #indexes = new Map<number, number>()
  #size = 0

  constructor(numbers: RandomNumbers) {
    this.#numbers = numbers
  }

  get size(): number {
    return this.#size
  }

  get(bucket: number, position: number): AddrInfo | undefined {
    return this.#buckets.get(bucket)?.get(position)
  }

  /** Adds an entry at a free position. */
  put(bucket: number, position: number, entry: AddrInfo): void {
    let entries = this.#buckets.get(bucket)
    if (!entries) {
      entries = new Map()
      this.#buckets.set(bucket, entries)
      this.#indexes.set(bucket, this.#used.length)
      this.#used.push(bucket)
    }
    entries.set(position, entry)
    this.#size++
  }

  remove(bucket: number, position: number): void {
    const entries = this.#buckets.get(bucket)
    if (!entries?.delete(position)) return
    this.#size--
    if (entries.size === 0) this.#release(bucket)
  }

  /** Returns an entry of a random nonempty bucket. A source that fills few buckets is therefore selected rarely. */
  random(): AddrInfo | undefined {
    if (this.#used.length === 0) return undefined
    const entries = this.#buckets.get(this.#used[this.#numbers.below(this.#used.length)] ?? 0)
    return entries && [...entries.values()][this.#numbers.below(entries.size)]
  }

  #release(bucket: number): void {
    const index = this.#indexes.get(bucket) ?? 0
    const last = this.#used.pop()
    if (last !== undefined && last !== bucket) {
      this.#used[index] = last
      this.#indexes.set(last, index)
    }
    this.#indexes.delete(bucket)
    this.#buckets.delete(bucket)
  }
}
