/**
 * Address ranges as text and as masks. The CIDR ranges of ipaddr.js are not enough: a netmask of `setban` need not be
 * contiguous.
 */
import ipaddr from 'ipaddr.js'
import { equal } from '../../util/index.ts'
import { ipFromText, ipToText, isIPv4, isValidIp } from '../wire/index.ts'
import type { Subnet } from './types.ts'

const BYTES = 16
/** bits before the IPv4 address in its mapped form */
const MAPPED_BITS = 96

/**
 * Parses `address`, `address/prefix length` or `address/netmask`, IPv4 or IPv6, and clears the bits outside the mask. A
 * single address must be a valid host address; a range need not contain one. Returns undefined if the text is not a
 * subnet.
 */
export function parseSubnet(text: string): Subnet | undefined {
  const slash = text.indexOf('/')
  if (slash < 0) {
    const ip = ipFromText(text)
    return ip && isValidIp(ip) ? singleAddress(ip) : undefined
  }
  const ip = ipFromText(text.slice(0, slash))
  const mask = ip && maskFromText(text.slice(slash + 1), isIPv4(ip))
  return mask && { network: ip.map((byte, index) => byte & (mask[index] ?? 0)), mask }
}

/** Returns the range of exactly this address. */
export function singleAddress(ip: Uint8Array): Subnet {
  return { network: ip.slice(), mask: new Uint8Array(BYTES).fill(0xff) }
}

function maskFromText(text: string, ipv4: boolean): Uint8Array | undefined {
  const start = ipv4 ? MAPPED_BITS : 0
  if (/^\d{1,3}$/.test(text)) {
    const bits = Number(text)
    if (bits > 8 * BYTES - start) return undefined
    return Uint8Array.from(ipaddr.IPv6.subnetMaskFromPrefixLength(start + bits).toByteArray())
  }
  const mask = ipFromText(text)
  if (!mask || isIPv4(mask) !== ipv4) return undefined
  if (ipv4) mask.fill(0xff, 0, MAPPED_BITS / 8)
  return mask
}

/** Formats a range like listbanned: `address/netmask`, with all groups of an IPv6 mask. */
export function formatSubnet({ network, mask }: Subnet): string {
  return `${ipToText(network)}/${isIPv4(network) ? mask.subarray(12).join('.') : allGroups(mask)}`
}

const allGroups = (mask: Uint8Array) => new ipaddr.IPv6([...mask]).toNormalizedString()

/**
 * Returns true if the range contains the address. An IPv6 range contains no IPv4 address, although IPv4 is stored in
 * mapped form (`::/0` would contain all). For IPv4 there is 0.0.0.0/0.
 */
export function subnetContains({ network, mask }: Subnet, ip: Uint8Array): boolean {
  if (isIPv4(ip) !== isIPv4(network)) return false
  return network.every((byte, index) => byte === ((ip[index] ?? 0) & (mask[index] ?? 0)))
}

export function sameSubnet(a: Subnet, b: Subnet): boolean {
  return equal(a.network, b.network) && equal(a.mask, b.mask)
}

export function isSingleAddress({ mask }: Subnet): boolean {
  return mask.every((byte) => byte === 0xff)
}

/** Returns the number of addresses in the range. */
export function subnetSize({ mask }: Subnet): bigint {
  let free = 0n
  for (const byte of mask) for (let bit = 0; bit < 8; bit++) if (!(byte & (1 << bit))) free++
  return 1n << free
}
