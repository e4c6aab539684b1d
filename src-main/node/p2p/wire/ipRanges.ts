/**
 * Classifies addresses: routable or not, their group, and how well a peer can reach one of ours. Not ipaddr.js's
 * `range()`: other nodes use exactly these ranges, and matching on bytes is fast enough for a thousand addresses per
 * message.
 */
import { equal } from '../../util/index.ts'
import { ipToText, isIPv4, isOnion, ONION_PREFIX } from './ipText.ts'

/** Network of an address, as in komodod's lists; `unroutable` also includes our own machine. */
export type Network = 'ipv4' | 'ipv6' | 'onion' | 'unroutable'

const ZERO = new Uint8Array(16)
const LOOPBACK = Uint8Array.of(...new Array<number>(15).fill(0), 1)

const range = (prefix: readonly number[], bits: number) => (ip: Uint8Array, offset: number) => {
  const whole = bits >> 3
  for (let i = 0; i < whole; i++) if (ip[offset + i] !== prefix[i]) return false
  const left = 8 - (bits & 7)
  return left === 8 || (ip[offset + whole] ?? 0) >> left === (prefix[whole] ?? 0) >> left
}

/** Non-routable IPv4: private (RFC 1918), benchmarks (2544), link-local (3927), shared (6598), documentation (5737). */
const IPV4_INSIDE = [
  range([10], 8),
  range([192, 168], 16),
  range([172, 16], 12),
  range([198, 18], 15),
  range([169, 254], 16),
  range([100, 64], 10),
  range([192, 0, 2], 24),
  range([198, 51, 100], 24),
  range([203, 0, 113], 24),
]
const IPV4_LOCAL = [range([127], 8), range([0], 8)]
/**
 * First bytes of IPV4_INSIDE and IPV4_LOCAL. Most addresses of a message start with another byte, so the lists are
 * skipped.
 */
const IPV4_SPECIAL = new Set([0, 10, 100, 127, 169, 172, 192, 198, 203])

const LINK_LOCAL_IPV6 = range([0xfe, 0x80, 0, 0, 0, 0, 0, 0], 64)
const UNIQUE_LOCAL_IPV6 = range([0xfc], 7)
const ORCHID = range([0x20, 0x01, 0x00, 0x10], 28)
const DOCUMENTATION_IPV6 = range([0x20, 0x01, 0x0d, 0xb8], 32)
const SIX_TO_FOUR = range([0x20, 0x02], 16)
const TEREDO = range([0x20, 0x01, 0, 0], 32)
const NAT64 = range([0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 96)
const TRANSLATED = range([0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0], 96)
/** Tunnels of Hurricane Electric, whose customers have a /36 each. */
const HURRICANE = range([0x20, 0x01, 0x04, 0x70], 32)

const any = (ranges: readonly ReturnType<typeof range>[], ip: Uint8Array, offset: number) =>
  ranges.some((matches) => matches(ip, offset))

/** Returns true for this machine: 127.0.0.0/8, 0.0.0.0/8, ::1. */
export function isLocal(ip: Uint8Array): boolean {
  return isIPv4(ip) ? any(IPV4_LOCAL, ip, 12) : equal(ip, LOOPBACK)
}

/** Returns false for addresses that no host can have: unspecified, broadcast, IPv6 documentation. */
export function isValidIp(ip: Uint8Array): boolean {
  if (!isIPv4(ip)) return !equal(ip, ZERO) && !DOCUMENTATION_IPV6(ip, 0)
  const sum = ip[12]! + ip[13]! + ip[14]! + ip[15]!
  return sum > 0 && sum < 4 * 255
}

/** Returns true if an address can be publicly reachable. */
export function isRoutable(ip: Uint8Array): boolean {
  if (!isValidIp(ip)) return false
  if (isIPv4(ip)) return !IPV4_SPECIAL.has(ip[12]!) || !(any(IPV4_LOCAL, ip, 12) || any(IPV4_INSIDE, ip, 12))
  if (equal(ip, LOOPBACK)) return false
  if (isOnion(ip)) return true
  return !LINK_LOCAL_IPV6(ip, 0) && !UNIQUE_LOCAL_IPV6(ip, 0) && !ORCHID(ip, 0)
}

export function classifyNetwork(ip: Uint8Array): Network {
  if (!isRoutable(ip)) return 'unroutable'
  return isIPv4(ip) ? 'ipv4' : isOnion(ip) ? 'onion' : 'ipv6'
}

const GROUP_CLASS = { unroutable: 0, ipv4: 1, ipv6: 2, onion: 3, local: 255 } as const

/**
 * Returns the group of an address. Addresses of one group are assumed to have one owner: /16 of IPv4 (including IPv4
 * inside IPv6), /32 of IPv6 (/36 of a large tunnel provider), 4 bits of onion names. This machine is one group, all
 * unroutable addresses are another.
 */
export function netGroup(ip: Uint8Array): Uint8Array {
  if (!isRoutable(ip)) return Uint8Array.of(isLocal(ip) ? GROUP_CLASS.local : GROUP_CLASS.unroutable)
  if (isIPv4(ip)) return Uint8Array.of(GROUP_CLASS.ipv4, ip[12]!, ip[13]!)
  const ipv4 = innerIPv4(ip)
  if (ipv4) return Uint8Array.of(GROUP_CLASS.ipv4, ipv4[0]!, ipv4[1]!)
  if (isOnion(ip)) return Uint8Array.of(GROUP_CLASS.onion, (ip[ONION_PREFIX.length] ?? 0) | 0x0f)
  const head = Uint8Array.of(GROUP_CLASS.ipv6, ...ip.subarray(0, 4))
  return HURRICANE(ip, 0) ? Uint8Array.of(...head, (ip[4] ?? 0) | 0x0f) : head
}

/** Returns the first two bytes of the IPv4 address embedded in an IPv6 address. */
function innerIPv4(ip: Uint8Array): Uint8Array | undefined {
  if (TRANSLATED(ip, 0) || NAT64(ip, 0)) return ip.subarray(12, 14)
  if (SIX_TO_FOUR(ip, 0)) return ip.subarray(2, 4)
  // Teredo hides the client's address by inverting its bits.
  return TEREDO(ip, 0) ? ip.slice(12, 14).map((byte) => ~byte) : undefined
}

export function netGroupText(ip: Uint8Array): string {
  const group = netGroup(ip)
  if (group.length === 1) return group[0] === GROUP_CLASS.local ? 'this machine' : 'unroutable'
  if (group[0] === GROUP_CLASS.ipv4) return `${group[1]}.${group[2]}.0.0/16`
  if (group[0] === GROUP_CLASS.onion) return 'onion'
  const network = new Uint8Array(16)
  network.set(ip.subarray(0, 4))
  if (group.length > 5) network[4] = (ip[4] ?? 0) & 0xf0
  return `${ipToText(network)}/${group.length > 5 ? 36 : 32}`
}

const REACH = { none: 0, default: 1, teredo: 2, weakIPv6: 3, ipv4: 4, strongIPv6: 5, private: 6 } as const

type Reach = 'ipv4' | 'ipv6' | 'onion' | 'teredo' | 'unroutable'
const classifyReach = (ip: Uint8Array): Reach => (isRoutable(ip) && TEREDO(ip, 0) ? 'teredo' : classifyNetwork(ip))

/**
 * Returns how well a peer can reach one of our addresses; 0 if it cannot. The address with the highest score is
 * announced.
 */
export function reachability(ours: Uint8Array, partner: Uint8Array | undefined): number {
  if (!isRoutable(ours)) return REACH.none
  const our = classifyReach(ours)
  const their = partner ? classifyReach(partner) : 'unroutable'
  if (our === 'ipv4') return REACH.ipv4
  if (our === 'onion') return their === 'onion' || their === 'unroutable' ? REACH.private : REACH.default
  if (their === 'ipv4' || their === 'onion') return REACH.default
  if (our === 'teredo') return REACH.teredo
  const tunnel = SIX_TO_FOUR(ours, 0) || NAT64(ours, 0) || TRANSLATED(ours, 0)
  return their === 'ipv6' && !tunnel ? REACH.strongIPv6 : REACH.weakIPv6
}
