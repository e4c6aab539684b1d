/** Number of cache slots, each for a pair of keys: 1.6 MB. */
const PAIRS = 8_192
const SHORT = 33
const LONG = 65

/**
 * Cache of the uncompressed forms of frequent public keys, such as those of busy addresses and modules. Decompressing a
 * key takes a tenth of a verification, which it would also take within the verification. A third key of a slot evicts the
 * least recently used of the two.
 */
export class RepeatedKeys {
  readonly #expand: (key: Uint8Array, target: Uint8Array) => void
  readonly #short = new Uint8Array(2 * PAIRS * SHORT)
  readonly #long = new Uint8Array(2 * PAIRS * LONG)
  /** 1 for each slot in use. The bytes cannot show it: an invalid key may consist of any. */
  readonly #used = new Uint8Array(2 * PAIRS)
  /** for each pair, which of the two is evicted next */
  readonly #older = new Uint8Array(PAIRS)

  /**
   * @param expand writes the uncompressed form of a compressed key; its errors are forwarded to the caller of `form`
   */
  constructor(expand: (key: Uint8Array, target: Uint8Array) => void) {
    this.#expand = expand
  }

  /** Returns the uncompressed form of a key; valid until the next call. @param key 33 bytes */
  form(key: Uint8Array): Uint8Array {
    // The end of x is practically random. Keys made to collide in a pair only lose the speedup.
    const pair = (key[31]! | (key[32]! << 8)) & (PAIRS - 1)
    const first = 2 * pair
    const second = first + 1
    const known = this.#holds(first, key) ? first : this.#holds(second, key) ? second : undefined
    const at = known ?? first + this.#older[pair]!
    const long = this.#long.subarray(at * LONG, (at + 1) * LONG)
    if (known === undefined) {
      this.#used[at] = 0
      this.#expand(key, long)
      // Only now, because an invalid key must not be cached.
      this.#short.set(key, at * SHORT)
      this.#used[at] = 1
    }
    this.#older[pair] = at === first ? 1 : 0
    return long
  }

  #holds(at: number, key: Uint8Array): boolean {
    if (this.#used[at] === 0) return false
    const short = this.#short
    const start = at * SHORT
    // Compare from the end, because beginnings are often equal.
    for (let i = SHORT - 1; i >= 0; i--) if (short[start + i] !== key[i]) return false
    return true
  }
}
