import { hashKey } from '../../util/index.ts'
import { isSingleAddress, subnetContains } from './subnet.ts'
import type { StoredBan, Subnet } from './types.ts'

const subnetKey = ({ network, mask }: Subnet) => `${hashKey(network)}/${hashKey(mask)}`

/** Returns a unique key of the subnet. */
export const banKey = (subnet: Subnet) => (isSingleAddress(subnet) ? hashKey(subnet.network) : subnetKey(subnet))

/**
 * In-memory index of bans. Single addresses are found by address; ranges take one lookup per distinct mask, and masks
 * are few.
 */
export class BanLookup {
  readonly #singles = new Map<string, StoredBan>()
  readonly #ranges = new Map<string, StoredBan>()
  /** number of ranges by hex of their mask; the user may choose any mask */
  readonly #masks = new Map<string, { readonly mask: Uint8Array; ranges: number }>()

  get size(): number {
    return this.#singles.size + this.#ranges.size
  }

  all(): StoredBan[] {
    return [...this.#singles.values(), ...this.#ranges.values()]
  }

  has(subnet: Subnet): boolean {
    return this.#mapFor(subnet).has(banKey(subnet))
  }

  add(ban: StoredBan): void {
    const isNew = !this.has(ban)
    this.#mapFor(ban).set(banKey(ban), ban)
    if (!isNew || isSingleAddress(ban)) return
    const name = hashKey(ban.mask)
    const known = this.#masks.get(name)
    if (known === undefined) this.#masks.set(name, { mask: ban.mask, ranges: 1 })
    else known.ranges++
  }

  /** Removes a ban. Returns false if exactly this subnet is not banned. */
  remove(subnet: Subnet): boolean {
    if (!this.#mapFor(subnet).delete(banKey(subnet))) return false
    if (isSingleAddress(subnet)) return true
    const name = hashKey(subnet.mask)
    const known = this.#masks.get(name)
    if (known !== undefined && --known.ranges === 0) this.#masks.delete(name)
    return true
  }

  clear(): void {
    this.#singles.clear()
    this.#ranges.clear()
    this.#masks.clear()
  }

  /** Returns true if a ban covers the address. */
  covers(ip: Uint8Array): boolean {
    if (this.#singles.has(hashKey(ip))) return true
    for (const { mask } of this.#masks.values()) {
      const network = ip.map((byte, index) => byte & (mask[index] ?? 0))
      const ban = this.#ranges.get(subnetKey({ network, mask }))
      if (ban !== undefined && subnetContains(ban, ip)) return true
    }
    return false
  }

  /** Returns the time in unix seconds at which the first ban ends, or Infinity without bans. */
  nextExpiry(): number {
    let time = Number.POSITIVE_INFINITY
    for (const { until } of this.#singles.values()) time = Math.min(time, until)
    for (const { until } of this.#ranges.values()) time = Math.min(time, until)
    return time
  }

  #mapFor(subnet: Subnet): Map<string, StoredBan> {
    return isSingleAddress(subnet) ? this.#singles : this.#ranges
  }
}
