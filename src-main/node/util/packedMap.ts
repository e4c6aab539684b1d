import { byteHash } from './byteHash.ts'

const INITIAL_CAPACITY = 16
/** Expected bytes of a key. Longer keys sometimes cause the array to be enlarged. */
const KEY_BYTES = 32

/**
 * Map from bytes to values that keeps its own copy of every key in one shared array. A separate array per key would
 * take about 450 bytes. It only grows, until it is cleared.
 */
export class PackedMap<V> {
  #values: V[] = []
  #bytes = new Uint8Array(INITIAL_CAPACITY * KEY_BYTES)
  /** start of each key in #bytes; after the last one, the start of the next */
  #starts = new Int32Array(INITIAL_CAPACITY + 1)
  #hashes = new Int32Array(INITIAL_CAPACITY)
  /** index plus one of the previous entry in the same bucket; 0 if it is the first */
  #previous = new Int32Array(INITIAL_CAPACITY)
  /** index plus one of the newest entry in each bucket; twice as many buckets as entries, a power of two */
  #buckets = new Int32Array(2 * INITIAL_CAPACITY)

  get size(): number {
    return this.#values.length
  }

  get(key: Uint8Array): V | undefined {
    const hash = byteHash(key)
    for (let next = this.#buckets[hash & (this.#buckets.length - 1)]!; next > 0; next = this.#previous[next - 1]!)
      if (this.#hashes[next - 1] === hash && this.#isKey(next - 1, key)) return this.#values[next - 1]
    return undefined
  }

  /** @param key must not be in the map */
  add(key: Uint8Array, value: V): void {
    const at = this.#values.length
    if (at === this.#hashes.length) this.#grow()
    const start = this.#starts[at]!
    const end = start + key.length
    if (end > this.#bytes.length) this.#bytes = enlarged(this.#bytes, 2 * end)
    this.#bytes.set(key, start)
    this.#starts[at + 1] = end
    this.#values.push(value)
    this.#hashes[at] = byteHash(key)
    this.#link(at)
  }

  clear(): void {
    this.#values = []
    this.#bytes = new Uint8Array(INITIAL_CAPACITY * KEY_BYTES)
    this.#starts = new Int32Array(INITIAL_CAPACITY + 1)
    this.#hashes = new Int32Array(INITIAL_CAPACITY)
    this.#previous = new Int32Array(INITIAL_CAPACITY)
    this.#buckets = new Int32Array(2 * INITIAL_CAPACITY)
  }

  #isKey(at: number, key: Uint8Array): boolean {
    const start = this.#starts[at]!
    if (this.#starts[at + 1]! - start !== key.length) return false
    for (let i = 0; i < key.length; i++) if (this.#bytes[start + i] !== key[i]) return false
    return true
  }

  #link(at: number): void {
    const bucket = this.#hashes[at]! & (this.#buckets.length - 1)
    this.#previous[at] = this.#buckets[bucket]!
    this.#buckets[bucket] = at + 1
  }

  #grow(): void {
    const capacity = 2 * this.#hashes.length
    this.#starts = enlarged(this.#starts, capacity + 1)
    this.#hashes = enlarged(this.#hashes, capacity)
    this.#previous = new Int32Array(capacity)
    this.#buckets = new Int32Array(2 * capacity)
    for (let at = 0; at < this.#values.length; at++) this.#link(at)
  }
}

function enlarged<A extends Uint8Array | Int32Array>(array: A, length: number): A {
  const larger = new (array.constructor as new (length: number) => A)(length)
  larger.set(array)
  return larger
}
