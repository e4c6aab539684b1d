import type { Random } from '../core/index.ts'
import { sha256 } from '../crypto/index.ts'

/** Maximum number of entries, well above the size of a full mempool. A key takes about 100 bytes. */
const MAX_REMEMBERED = 100_000
const KEY_BYTES = 16

/**
 * Cache of transactions whose scripts are known to be satisfied. Bounded: the oldest entries are evicted first. Keys
 * are salted, truncated hashes. Without the salt, attackers cannot search for two transactions with the same key.
 */
export class VerifiedCache {
  readonly #salt: Uint8Array
  readonly #keys = new Set<string>()
  readonly #tail = new Uint8Array(8)
  readonly #view = new DataView(this.#tail.buffer)

  constructor(random: Random) {
    this.#salt = random.bytes(32)
  }

  add(txid: Uint8Array, flags: number, branchId: number): void {
    const keys = this.#keys
    if (keys.size >= MAX_REMEMBERED) for (const oldest of keys) if (keys.delete(oldest)) break
    keys.add(this.#key(txid, flags, branchId))
  }

  has(txid: Uint8Array, flags: number, branchId: number): boolean {
    return this.#keys.size > 0 && this.#keys.has(this.#key(txid, flags, branchId))
  }

  #key(txid: Uint8Array, flags: number, branchId: number): string {
    this.#view.setUint32(0, flags)
    this.#view.setUint32(4, branchId)
    return Buffer.from(sha256(this.#salt, txid, this.#tail)).toString('latin1', 0, KEY_BYTES)
  }
}
