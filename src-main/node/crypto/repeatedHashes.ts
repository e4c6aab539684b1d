import { COMPRESSED_KEY_BYTES, findKeySlot, holdsKey } from './keySlots.ts'

/** Number of cache slots: 430 KB. */
const SLOTS = 8_192
/** Bytes of the RIPEMD-160 of a key. */
const HASH = 20

/**
 * Cache of the hashes of frequent public keys. Each input that spends a payment to a public key hash hashes its key,
 * and the keys of busy addresses repeat. A key evicts the previous one of its slot.
 */
export class RepeatedHashes {
  readonly #compute: (key: Uint8Array) => Uint8Array
  readonly #keys = new Uint8Array(SLOTS * COMPRESSED_KEY_BYTES)
  readonly #hashes = new Uint8Array(SLOTS * HASH)

  /** @param compute returns the 20 bytes of a 33-byte key */
  constructor(compute: (key: Uint8Array) => Uint8Array) {
    this.#compute = compute
  }

  static fits(bytes: Uint8Array): boolean {
    return bytes.length === COMPRESSED_KEY_BYTES && (bytes[0] === 2 || bytes[0] === 3)
  }

  /** Returns the hash of a key for which `fits` returns true. */
  hash(key: Uint8Array): Uint8Array {
    const slot = findKeySlot(key, SLOTS)
    const at = slot * HASH
    if (holdsKey(this.#keys, slot, key)) return this.#hashes.slice(at, at + HASH)
    const hash = this.#compute(key)
    this.#keys.set(key, slot * COMPRESSED_KEY_BYTES)
    this.#hashes.set(hash, at)
    return hash
  }
}
