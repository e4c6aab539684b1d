import type { BanEntry } from '../../core/index.ts'

/** Range of addresses. IPv4 ranges are stored in mapped form. */
export interface Subnet {
  /** 16 bytes, all bits outside the mask are 0 */
  readonly network: Uint8Array
  /** 16 bytes; need not be contiguous, as a dotted netmask need not be */
  readonly mask: Uint8Array
}

export interface StoredBan extends Subnet, Omit<BanEntry, 'subnet'> {}
