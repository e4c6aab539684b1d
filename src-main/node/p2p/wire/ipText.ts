/** IP and onion addresses as 16 bytes and as text. */

const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff] as const
/** fd87:d87e:eb43::/48, where OnionCat puts the 80 bits of an onion name */
export const ONION_PREFIX = [0xfd, 0x87, 0xd8, 0x7e, 0xeb, 0x43] as const
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const ONION = /^([a-z2-7]{16})\.onion$/i

/** The 16 bytes of `a.b.c.d`. */
export function mapIPv4(a: number, b: number, c: number, d: number): Uint8Array {
  return Uint8Array.of(...MAPPED, a, b, c, d)
}

export function startsWith(ip: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, index) => ip[index] === byte)
}

export const isIPv4 = (ip: Uint8Array): boolean => startsWith(ip, MAPPED)
export const isOnion = (ip: Uint8Array): boolean => startsWith(ip, ONION_PREFIX)

/** An address in text, without port or brackets: IPv4, IPv6 (also with an IPv4 tail), or a 16-letter onion name. */
export function ipFromText(text: string): Uint8Array | undefined {
  return ipv4FromText(text) ?? onionFromText(text) ?? ipv6FromText(text)
}

function ipv4FromText(text: string): Uint8Array | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1)
  // A leading zero means octal to some and nothing to others.
  if (!parts || parts.some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith('0')))) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = parts.map(Number)
  return mapIPv4(a, b, c, d)
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
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  const mapped = tail ? ipv4FromText(tail[2] ?? '') : undefined
  if (tail && !mapped) return undefined
  const plain = mapped ? `${tail?.[1]}${group(mapped, 12)}:${group(mapped, 14)}` : text
  const halves = plain.split('::')
  if (halves.length > 2) return undefined
  const [left, right = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const groups = [...(left ?? []), ...right]
  if (groups.some((part) => !/^[0-9a-f]{1,4}$/i.test(part))) return undefined
  const missing = 8 - groups.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined
  const words = [...(left ?? []), ...Array<string>(missing).fill('0'), ...right]
  return Uint8Array.from(words.flatMap((word) => [Number.parseInt(word, 16) >> 8, Number.parseInt(word, 16) & 0xff]))
}

const group = (ip: Uint8Array, at: number) => ((ip[at] ?? 0) * 256 + (ip[at + 1] ?? 0)).toString(16)

/** The shortest usual form; mapped IPv4 addresses are dotted, onion addresses are names. */
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

/** The first of the longest runs of two or more zero groups becomes `::` (RFC 5952). */
export function ipv6ToText(ip: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, index) => group(ip, 2 * index))
  let best = { start: 0, length: 1 }
  for (let start = 0; start < 8; start++) {
    let end = start
    while (groups[end] === '0') end++
    if (end - start > best.length) best = { start, length: end - start }
  }
  if (best.length < 2) return groups.join(':')
  return `${groups.slice(0, best.start).join(':')}::${groups.slice(best.start + best.length).join(':')}`
}
