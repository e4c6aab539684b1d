/** Number of cache slots, each for a pair of keys: 1.6 MB. */
const PAIRS = 8_192
const SHORT = 33
const LONG = 65

const UNUSED = 0
const SEEN = 1
const EXPANDED = 2

/**
 * Cache of the uncompressed forms of frequent public keys, such as those of busy addresses and modules. Decompressing a
 * key takes a tenth of a verification. A key is expanded when it is requested for the second time. A third key of a
 * slot evicts the least recently used of the two.
 */
export class RepeatedKeys {
  readonly #expand: (key: Uint8Array, target: Uint8Array) => void
  readonly #short = new Uint8Array(2 * PAIRS * SHORT)
  readonly #long = new Uint8Array(2 * PAIRS * LONG)
  readonly #state = new Uint8Array(2 * PAIRS)
  /** for each pair, which of the two is evicted next */
  readonly #older = new Uint8Array(PAIRS)

  /**
   * @param expand writes the uncompressed form of a compressed key; its errors are forwarded to the caller of `form`
   */
  constructor(expand: (key: Uint8Array, target: Uint8Array) => void) {
    this.#expand = expand
  }

  /** Returns the form of the key that is fastest to verify with; valid until the next call. @param key 33 bytes */
  form(key: Uint8Array): Uint8Array {
    // The end of x is practically random. Keys made to collide in a pair only lose the speedup.
    const pair = (key[31]! | (key[32]! << 8)) & (PAIRS - 1)
    const first = 2 * pair
    const at = this.#holds(first, key) ? first : first + 1
    if (at === first || this.#holds(at, key)) {
      this.#older[pair] = at === first ? 1 : 0
      return this.#expanded(at, key)
    }
    const place = first + this.#older[pair]!
    this.#short.set(key, place * SHORT)
    this.#state[place] = SEEN
    this.#older[pair] = this.#older[pair]! ^ 1
    return key
  }

  #expanded(at: number, key: Uint8Array): Uint8Array {
    const long = this.#long.subarray(at * LONG, (at + 1) * LONG)
    if (this.#state[at] === SEEN) {
      this.#expand(key, long)
      this.#state[at] = EXPANDED
    }
    return long
  }

  #holds(at: number, key: Uint8Array): boolean {
    if (this.#state[at] === UNUSED) return false
    const short = this.#short
    const start = at * SHORT
    // Compare from the end, because beginnings are often equal.
    for (let i = SHORT - 1; i >= 0; i--) if (short[start + i] !== key[i]) return false
    return true
  }
}
