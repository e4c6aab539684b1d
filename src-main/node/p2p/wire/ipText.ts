/** IP and onion addresses as 16 bytes and as text. */
import ipaddr from 'ipaddr.js'

const IPV4_MAPPED_PREFIX = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff] as const
/** fd87:d87e:eb43::/48, where OnionCat places the 80 bits of an onion name */
export const ONION_PREFIX = [0xfd, 0x87, 0xd8, 0x7e, 0xeb, 0x43] as const
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const ONION = /^([a-z2-7]{16})\.onion$/i

function hasPrefix(ip: Uint8Array, prefix: readonly number[]): boolean {
  // A plain loop for speed: a message may contain a thousand addresses, and each is checked several times.
  for (let i = 0; i < prefix.length; i++) if (ip[i] !== prefix[i]) return false
  return true
}

export const isIPv4 = (ip: Uint8Array): boolean =>
  ip[11] === 0xff &&
  ip[10] === 0xff &&
  (ip[0]! | ip[1]! | ip[2]! | ip[3]! | ip[4]! | ip[5]! | ip[6]! | ip[7]! | ip[8]! | ip[9]!) === 0
export const isOnion = (ip: Uint8Array): boolean => hasPrefix(ip, ONION_PREFIX)

/**
 * Parses an address without port or brackets: IPv4, IPv6 (including an IPv4 tail), or a 16-letter onion name.
 * @returns undefined if the text is not an address
 */
export function ipFromText(text: string): Uint8Array | undefined {
  return ipv4FromText(text) ?? onionFromText(text) ?? ipv6FromText(text)
}

function ipv4FromText(text: string): Uint8Array | undefined {
  // Require four decimal parts: other parsers take a leading zero for octal, and accept shorter forms.
  if (!ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined
  return Uint8Array.of(...IPV4_MAPPED_PREFIX, ...ipaddr.IPv4.parse(text).toByteArray())
}

function onionFromText(text: string): Uint8Array | undefined {
  const name = ONION.exec(text)?.[1]?.toLowerCase()
  if (name === undefined) return undefined
  let bits = 0n
  for (const letter of name) bits = bits * 32n + BigInt(BASE32.indexOf(letter))
  const ip = new Uint8Array(16)
  ip.set(ONION_PREFIX)
  for (let i = 15; i >= ONION_PREFIX.length; i--) {
    ip[i] = Number(bits & 0xffn)
    bits >>= 8n
  }
  return ip
}

function ipv6FromText(text: string): Uint8Array | undefined {
  // Convert a dotted tail here: ipaddr.js treats `::1.2.3.4` as a mapped address and accepts octal parts.
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  const ipv4 = tail ? ipv4FromText(tail[2] ?? '') : undefined
  if (tail && !ipv4) return undefined
  const plain = ipv4 ? `${tail?.[1]}${group(ipv4, 12)}:${group(ipv4, 14)}` : text
  if (!/^[\da-f:]+$/i.test(plain) || !ipaddr.IPv6.isValid(plain)) return undefined
  return Uint8Array.from(ipaddr.IPv6.parse(plain).toByteArray())
}

const group = (ip: Uint8Array, at: number) => ((ip[at] ?? 0) * 256 + (ip[at + 1] ?? 0)).toString(16)

/** Formats an address in its shortest usual form: mapped IPv4 addresses dotted, onion addresses as names. */
export function ipToText(ip: Uint8Array): string {
  if (isIPv4(ip)) return ip.subarray(12).join('.')
  if (isOnion(ip)) return onionName(ip)
  return ipv6ToText(ip)
}

function onionName(ip: Uint8Array): string {
  let bits = 0n
  for (const byte of ip.subarray(ONION_PREFIX.length)) bits = bits * 256n + BigInt(byte)
  let name = ''
  for (let i = 0; i < 16; i++) {
    name = `${BASE32[Number(bits & 31n)]}${name}`
    bits >>= 5n
  }
  return `${name}.onion`
}

/** RFC 5952: the first of the longest runs of two or more zero groups becomes `::`. */
export const ipv6ToText = (ip: Uint8Array): string => new ipaddr.IPv6([...ip]).toRFC5952String()
