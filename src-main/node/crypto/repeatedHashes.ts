/** Number of cache slots: 430 KB. */
const SLOTS = 8_192
/** Bytes of a compressed public key. */
const KEY = 33
/** Bytes of its RIPEMD-160. */
const HASH = 20

/**
 * Cache of the hashes of frequent public keys. Each input that spends a payment to a public key hash hashes its key,
 * and the keys of busy addresses repeat. A key evicts the previous one of its slot.
 */
export class RepeatedHashes {
  readonly #compute: (key: Uint8Array) => Uint8Array
  readonly #keys = new Uint8Array(SLOTS * KEY)
  readonly #hashes = new Uint8Array(SLOTS * HASH)

  /** @param compute returns the 20 bytes of a 33-byte key */
  constructor(compute: (key: Uint8Array) => Uint8Array) {
    this.#compute = compute
  }

  static fits(bytes: Uint8Array): boolean {
    return bytes.length === KEY && (bytes[0] === 2 || bytes[0] === 3)
  }

  /** Returns the hash of a key for which `fits` returns true. */
  hash(key: Uint8Array): Uint8Array {
    // The end of x is practically random. Keys made to collide in a slot only lose the speedup.
    const slot = (key[31]! | (key[32]! << 8)) & (SLOTS - 1)
    const at = slot * HASH
    if (this.#holds(slot * KEY, key)) return this.#hashes.slice(at, at + HASH)
    const hash = this.#compute(key)
    this.#keys.set(key, slot * KEY)
    this.#hashes.set(hash, at)
    return hash
  }

  #holds(start: number, key: Uint8Array): boolean {
    const keys = this.#keys
    // Compare from the end, because beginnings are often equal.
    for (let i = KEY - 1; i >= 0; i--) if (keys[start + i] !== key[i]) return false
    return true
  }
}
