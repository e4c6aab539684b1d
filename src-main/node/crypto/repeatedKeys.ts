import { COMPRESSED_KEY_BYTES, findKeySlot, holdsKey } from './keySlots.ts'

/** Number of cache slots, each for a pair of keys: 1.6 MB. */
const PAIRS = 8_192
const LONG = 65

/**
 * Cache of the uncompressed forms of frequent public keys, such as those of busy addresses and modules. Decompressing a
 * key takes a tenth of a verification, which it would also take within the verification. A third key of a slot evicts the
 * least recently used of the two.
 */
export class RepeatedKeys {
  readonly #expand: (key: Uint8Array, target: Uint8Array) => void
  readonly #short = new Uint8Array(2 * PAIRS * COMPRESSED_KEY_BYTES)
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
    const pair = findKeySlot(key, PAIRS)
    const first = 2 * pair
    const second = first + 1
    const known = this.#holds(first, key) ? first : this.#holds(second, key) ? second : undefined
    const at = known ?? first + this.#older[pair]!
    const long = this.#long.subarray(at * LONG, (at + 1) * LONG)
    if (known === undefined) {
      this.#used[at] = 0
      this.#expand(key, long)
      // Only now, because an invalid key must not be cached.
      this.#short.set(key, at * COMPRESSED_KEY_BYTES)
      this.#used[at] = 1
    }
    this.#older[pair] = at === first ? 1 : 0
    return long
  }

  #holds(at: number, key: Uint8Array): boolean {
    return this.#used[at] === 1 && holdsKey(this.#short, at, key)
  }
}
