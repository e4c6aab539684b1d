/** Map of at most `limit` entries. Adding one more evicts the least recently read or written entry. */
export class LruMap<K, V> {
  // A Map iterates in order of insertion: deleting and re-inserting an entry makes it the newest.
  readonly #entries = new Map<K, V>()
  readonly #limit: number

  constructor(limit: number) {
    if (!Number.isInteger(limit) || limit < 1) throw new RangeError('an LruMap must hold at least one entry')
    this.#limit = limit
  }

  get size(): number {
    return this.#entries.size
  }

  /** Returns the value and makes the entry the newest. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  /** Returns the value without changing the order. */
  peek(key: K): V | undefined {
    return this.#entries.get(key)
  }

  has(key: K): boolean {
    return this.#entries.has(key)
  }

  set(key: K, value: V): this {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.#limit) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest)
        break
      }
    }
    return this
  }

  delete(key: K): boolean {
    return this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }

  /** Iterates from the oldest to the newest entry. */
  entries(): IterableIterator<[K, V]> {
    return this.#entries.entries()
  }
}
