/** Places for keys, in pairs: 1.6 MB. */
const PAIRS = 8_192
const SHORT = 33
const LONG = 65

const UNUSED = 0
const SEEN = 1
const EXPANDED = 2

/**
 * Uncompressed forms of public keys that come again and again, as those of busy addresses and modules do: finding the point
 * of a compressed key takes a tenth of a verification. A key is expanded when it comes for the second time; of two keys of a
 * pair the one that was there longer gives way to a third.
 */
export class RepeatedKeys {
  readonly #expand: (key: Uint8Array) => Uint8Array
  readonly #short = new Uint8Array(2 * PAIRS * SHORT)
  readonly #long = new Uint8Array(2 * PAIRS * LONG)
  readonly #state = new Uint8Array(2 * PAIRS)
  /** for each pair, which of the two gives way */
  readonly #older = new Uint8Array(PAIRS)

  /** @param expand uncompressed form of a compressed key; what it throws goes on to the caller of `form` */
  constructor(expand: (key: Uint8Array) => Uint8Array) {
    this.#expand = expand
  }

  /** A form of the same key that is quickest to work with; valid until the next call. @param key 33 bytes */
  form(key: Uint8Array): Uint8Array {
    // The end of x is as random as anything: keys made to collide in a pair only lose the speed that is gained here.
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
    if (this.#state[at] === SEEN) {
      this.#long.set(this.#expand(key), at * LONG)
      this.#state[at] = EXPANDED
    }
    return this.#long.subarray(at * LONG, (at + 1) * LONG)
  }

  #holds(at: number, key: Uint8Array): boolean {
    if (this.#state[at] === UNUSED) return false
    const short = this.#short
    const start = at * SHORT
    // From the end: beginnings are alike.
    for (let i = SHORT - 1; i >= 0; i--) if (short[start + i] !== key[i]) return false
    return true
  }
}
