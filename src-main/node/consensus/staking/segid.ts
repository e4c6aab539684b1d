import { sha256 } from '../../crypto/index.ts'

/** Segid of an unstaked block. */
export const NOT_STAKED = -1
export const SEGIDS = 64

/** Returns the SHA-256 of an address text, and its first four bytes as a number (staking.md §1). */
export function addressHash(address: string): { readonly hash: Uint8Array; readonly segid32: number } {
  const hash = sha256(new TextEncoder().encode(address))
  return { hash, segid32: new DataView(hash.buffer, hash.byteOffset).getUint32(0, true) }
}

/** Returns the segid of an address, 0 to 63 (staking.md §1). */
export function computeSegid(address: string): number {
  return addressHash(address).segid32 % SEGIDS
}
