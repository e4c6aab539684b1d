import type { BanEntry, BanReason } from '../../interfaces.ts'

/** A range of addresses. IPv4 ranges are kept in mapped form. */
export interface Subnet {
  /** 16 bytes, all bits outside the mask are 0 */
  readonly network: Uint8Array
  /** 16 bytes; need not be contiguous, as a dotted netmask need not be */
  readonly mask: Uint8Array
}

/** Who may not connect. Entries are on the disk when a call returns, survive a restart and vanish when their time is over. */
export interface BanList {
  isBanned(ip: Uint8Array): boolean
  /**
   * A subnet that is there already gets the new time, reason and note. When the list is full, a ban for misbehaving takes the
   * place of the one of its kind that ends first, if there is one; a manual one is refused.
   * @throws RangeError for a manual ban when the list is full
   */
  add(subnet: Subnet, until: number, reason: BanReason, note?: string): void
  /**
   * Puts back what was on the list, as it was. What has ended, what is on the list again, and what there is no room for is
   * left out. Returns how many were put back.
   */
  restore(entries: readonly (Subnet & Omit<BanEntry, 'subnet'>)[]): number
  /** false: exactly this subnet is not on the list */
  remove(subnet: Subnet): boolean
  clear(): void
  /** Forgets what has ended; everything else here does so too before it looks. */
  expire(): void
  /** by network, then by mask */
  list(): readonly BanEntry[]
  /** after every change, expiry included */
  onChange(listener: () => void): () => void
}
