import { byteHash } from './byteHash.ts'
import { equal } from './bytes.ts'

const FEWEST = 16

/**
 * A map from bytes to values that hold these bytes themselves. It needs no text of a key, which is what takes longest when
 * a `Map` is asked for bytes: it answers in half the time. Like a `Map` it goes over its values in the order in which they
 * came, and values may be deleted meanwhile; adding is not allowed while it goes.
 */
export class ByteMap<V extends object> {
  readonly #keyOf: (value: V) => Uint8Array
  #size = 0
  /** in order of their coming; undefined where one was deleted */
  #values: (V | undefined)[] = []
  #hashes = new Int32Array(FEWEST)
  /** the value before with the same place, plus one; 0: none */
  #before = new Int32Array(FEWEST)
  /** the newest value of each place, plus one; twice as many places as values, a power of two */
  #places = new Int32Array(2 * FEWEST)

  /** @param keyOf the bytes of a value, which must not change as long as it is in here */
  constructor(keyOf: (value: V) => Uint8Array) {
    this.#keyOf = keyOf
  }

  get size(): number {
    return this.#size
  }

  get(key: Uint8Array): V | undefined {
    const at = this.#find(key, byteHash(key))
    return at < 0 ? undefined : this.#values[at]
  }

  /** Puts a value in as the newest; one with the same key goes. */
  add(value: V): void {
    const key = this.#keyOf(value)
    const hash = byteHash(key)
    this.#remove(this.#find(key, hash))
    if (this.#values.length === this.#hashes.length) this.#rebuild()
    this.#append(value, hash)
    this.#size++
  }

  /** whether it was there */
  delete(key: Uint8Array): boolean {
    return this.#remove(this.#find(key, byteHash(key)))
  }

  clear(): void {
    this.#allocate(FEWEST)
    this.#size = 0
  }

  *values(): Generator<V> {
    for (const value of this.#values) if (value !== undefined) yield value
  }

  #find(key: Uint8Array, hash: number): number {
    for (let next = this.#places[hash & (this.#places.length - 1)]!; next > 0; next = this.#before[next - 1]!) {
      const value = this.#hashes[next - 1] === hash ? this.#values[next - 1] : undefined
      if (value !== undefined && equal(this.#keyOf(value), key)) return next - 1
    }
    return -1
  }

  #remove(at: number): boolean {
    if (at < 0) return false
    this.#values[at] = undefined
    this.#size--
    return true
  }

  #append(value: V, hash: number): void {
    const at = this.#values.push(value) - 1
    const place = hash & (this.#places.length - 1)
    this.#hashes[at] = hash
    this.#before[at] = this.#places[place]!
    this.#places[place] = at + 1
  }

  #allocate(capacity: number): void {
    this.#values = []
    this.#hashes = new Int32Array(capacity)
    this.#before = new Int32Array(capacity)
    this.#places = new Int32Array(2 * capacity)
  }

  /** Leaves out what was deleted, and makes room for as many again as there are. */
  #rebuild(): void {
    const [values, hashes] = [this.#values, this.#hashes]
    let capacity = FEWEST
    while (capacity < 2 * this.#size) capacity *= 2
    this.#allocate(capacity)
    for (let at = 0; at < values.length; at++) {
      const value = values[at]
      if (value !== undefined) this.#append(value, hashes[at]!)
    }
  }
}
