import { hashKey } from '../../util/index.ts'
import { isSingleAddress, subnetContains } from './subnet.ts'
import type { StoredBan, Subnet } from './types.ts'

/** Bans by key: single addresses by address; ranges are looked up once for each mask, of which there are few. */
export interface BanMemory {
  readonly singles: Map<string, StoredBan>
  readonly ranges: Map<string, StoredBan>
  /** by the mask's hex; the number of ranges that have it, because people may choose any mask */
  readonly masks: Map<string, { readonly mask: Uint8Array; ranges: number }>
}

export const createBanMemory = (): BanMemory => ({ singles: new Map(), ranges: new Map(), masks: new Map() })

const subnetKey = ({ network, mask }: Subnet) => `${hashKey(network)}/${hashKey(mask)}`
const mapOf = ({ singles, ranges }: BanMemory, subnet: Subnet) => (isSingleAddress(subnet) ? singles : ranges)
/** The key within its map. */
export const banKey = (subnet: Subnet) => (isSingleAddress(subnet) ? hashKey(subnet.network) : subnetKey(subnet))

export const countBans = ({ singles, ranges }: BanMemory) => singles.size + ranges.size
export const allBans = ({ singles, ranges }: BanMemory) => [...singles.values(), ...ranges.values()]
export const hasBan = (memory: BanMemory, subnet: Subnet) => mapOf(memory, subnet).has(banKey(subnet))

export function addBan(memory: BanMemory, ban: StoredBan): void {
  const isNew = !hasBan(memory, ban)
  mapOf(memory, ban).set(banKey(ban), ban)
  if (!isNew || isSingleAddress(ban)) return
  const name = hashKey(ban.mask)
  const known = memory.masks.get(name)
  if (known === undefined) memory.masks.set(name, { mask: ban.mask, ranges: 1 })
  else known.ranges++
}

/** False: it was not there. */
export function deleteBan(memory: BanMemory, subnet: Subnet): boolean {
  if (!mapOf(memory, subnet).delete(banKey(subnet))) return false
  if (isSingleAddress(subnet)) return true
  const name = hashKey(subnet.mask)
  const known = memory.masks.get(name)
  if (known !== undefined && --known.ranges === 0) memory.masks.delete(name)
  return true
}

export function clearBans({ singles, ranges, masks }: BanMemory): void {
  singles.clear()
  ranges.clear()
  masks.clear()
}

/** Whether a ban covers the address. */
export function isCovered({ singles, ranges, masks }: BanMemory, ip: Uint8Array): boolean {
  if (singles.has(hashKey(ip))) return true
  for (const { mask } of masks.values()) {
    const network = ip.map((byte, index) => byte & (mask[index] ?? 0))
    const ban = ranges.get(subnetKey({ network, mask }))
    if (ban !== undefined && subnetContains(ban, ip)) return true
  }
  return false
}

/** When the first ban ends; Infinity without bans. */
export function nextExpiry({ singles, ranges }: BanMemory): number {
  let time = Number.POSITIVE_INFINITY
  for (const { until } of singles.values()) time = Math.min(time, until)
  for (const { until } of ranges.values()) time = Math.min(time, until)
  return time
}
