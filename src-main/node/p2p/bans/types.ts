import type { BanEntry, BanReason } from '../../core/index.ts'

/** A range of addresses. IPv4 ranges are kept in mapped form. */
export interface Subnet {
  /** 16 bytes, all bits outside the mask are 0 */
  readonly network: Uint8Array
  /** 16 bytes; need not be contiguous, as a dotted netmask need not be */
  readonly mask: Uint8Array
}

export interface StoredBan extends Subnet, Omit<BanEntry, 'subnet'> {}

/** Addresses that may not connect. Entries are on disk when a call returns, survive a restart and end by themselves. */
export interface BanList {
  isBanned(ip: Uint8Array): boolean
  /**
   * A subnet that is already on the list gets the new time, reason and note. In a full list, a ban for misbehaving replaces
   * the one of its kind that ends first, if there is one.
   * @throws RangeError for a manual ban when the list is full
   */
  add(subnet: Subnet, until: number, reason: BanReason, note?: string): void
  /**
   * Puts back earlier entries unchanged. Skips those that have ended, are on the list again, or do not fit.
   * Returns how many were put back.
   */
  restore(entries: readonly (Subnet & Omit<BanEntry, 'subnet'>)[]): number
  /** false: exactly this subnet is not on the list */
  remove(subnet: Subnet): boolean
  clear(): void
  /** Removes entries that have ended; all other methods do so first, too. */
  expire(): void
  /** by network, then by mask */
  list(): readonly BanEntry[]
  /** after every change, expiry included */
  onChange(listener: () => void): () => void
}
