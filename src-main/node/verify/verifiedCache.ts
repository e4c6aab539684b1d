import type { Random } from '../core/index.ts'
import { sha256 } from '../crypto/index.ts'

/** Well above what a full mempool holds; a key takes about 100 bytes. */
const MAX_REMEMBERED = 100_000
const KEY_BYTES = 16

/** Transactions whose scripts are known to be satisfied. Bounded: the oldest are forgotten first. */
export interface VerifiedCache {
  add(txid: Uint8Array, flags: number, branchId: number): void
  has(txid: Uint8Array, flags: number, branchId: number): boolean
}

/** Keys are salted hashes, cut short: without knowing the salt one cannot search for two transactions that share one. */
export function createVerifiedCache(random: Random): VerifiedCache {
  const salt = random.bytes(32)
  const keys = new Set<string>()
  const tail = new Uint8Array(8)
  const view = new DataView(tail.buffer)
  const keyOf = (txid: Uint8Array, flags: number, branchId: number): string => {
    view.setUint32(0, flags)
    view.setUint32(4, branchId)
    return Buffer.from(sha256(salt, txid, tail)).toString('latin1', 0, KEY_BYTES)
  }
  return {
    add(txid, flags, branchId) {
      if (keys.size >= MAX_REMEMBERED) for (const oldest of keys) if (keys.delete(oldest)) break
      keys.add(keyOf(txid, flags, branchId))
    },
    has: (txid, flags, branchId) => keys.size > 0 && keys.has(keyOf(txid, flags, branchId)),
  }
}
