/**
 * Selects buckets and positions of addresses with a secret key, so that no peer can choose addresses for one bucket.
 */
import { type NetAddress, netGroup } from '../wire/index.ts'
import { POSITIONS } from './buckets.ts'
import { sipHash24 } from './sipHash.ts'

export const NEW_BUCKETS = 1024
export const TRIED_BUCKETS = 256
/** new buckets that all addresses sent by one group can reach */
const NEW_BUCKETS_PER_SOURCE = 64
/** tried buckets that all addresses of one group can reach */
const TRIED_BUCKETS_PER_GROUP = 8
/** size of the hash input: purpose, two parts with their lengths, two numbers */
const MAX_INPUT_BYTES = 64

/** Collects the input of a keyed hash in one reused buffer. */
class KeyedHash {
  readonly #words: Uint32Array
  readonly #input = new Uint8Array(MAX_INPUT_BYTES)
  #length = 0

  /** @param key at least 16 bytes */
  constructor(key: Uint8Array) {
    const view = new DataView(key.buffer, key.byteOffset)
    this.#words = Uint32Array.from({ length: 4 }, (_, index) => view.getUint32(index * 4, true))
  }

  begin(purpose: number): this {
    this.#input[0] = purpose
    this.#length = 1
    return this
  }

  /** Adds bytes with their length, so that parts of different lengths cannot be confused. */
  part(bytes: Uint8Array): this {
    this.#input[this.#length++] = bytes.length
    this.#input.set(bytes, this.#length)
    this.#length += bytes.length
    return this
  }

  number(value: number): this {
    this.#input[this.#length++] = value & 0xff
    this.#input[this.#length++] = value >> 8
    return this
  }

  hash(): number {
    return sipHash24(this.#words, this.#input, this.#length)
  }
}

/** Selects the bucket of an address, and its position in a bucket. */
export class BucketSelector {
  readonly #hash: KeyedHash
  /** Cached buckets of the last source: one message can contain a thousand addresses. */
  #last: { readonly source: Uint8Array; readonly group: Uint8Array; readonly buckets: number[] } | undefined

  /** @param key at least 16 bytes */
  constructor(key: Uint8Array) {
    this.#hash = new KeyedHash(key)
  }

  newBucket(address: NetAddress, source: Uint8Array): number {
    if (this.#last?.source !== source) this.#last = { source, group: netGroup(source), buckets: [] }
    const { group, buckets } = this.#last
    const hash = this.#hash.begin(1).part(netGroup(address.ip)).part(group).hash()
    const slot = hash % NEW_BUCKETS_PER_SOURCE
    buckets[slot] ??= this.#hashSlot(2, group, slot) % NEW_BUCKETS
    return buckets[slot]
  }

  triedBucket(address: NetAddress): number {
    const slot = this.#hashAddress(3, 0, address) % TRIED_BUCKETS_PER_GROUP
    return this.#hashSlot(4, netGroup(address.ip), slot) % TRIED_BUCKETS
  }

  newPosition(bucket: number, address: NetAddress): number {
    return this.#hashAddress(5, bucket, address) % POSITIONS
  }

  triedPosition(bucket: number, address: NetAddress): number {
    return this.#hashAddress(6, bucket, address) % POSITIONS
  }

  #hashSlot(purpose: number, group: Uint8Array, slot: number): number {
    return this.#hash.begin(purpose).part(group).number(slot).hash()
  }

  #hashAddress(purpose: number, bucket: number, { ip, port }: NetAddress): number {
    return this.#hash.begin(purpose).number(bucket).part(ip).number(port).hash()
  }
}
