import { sha256 } from '../../crypto/index.ts'

/** The segid of a block that is not staked. */
export const NOT_STAKED = -1
export const SEGIDS = 64

/** SHA-256 of the text of an address, and its first four bytes as a number (staking.md §1). */
export function addressHash(address: string): { readonly hash: Uint8Array; readonly segid32: number } {
  const hash = sha256(new TextEncoder().encode(address))
  return { hash, segid32: new DataView(hash.buffer, hash.byteOffset).getUint32(0, true) }
}

/** Segid of an address: 0 to 63 (staking.md §1). */
export function segidOf(address: string): number {
  return addressHash(address).segid32 % SEGIDS
}
