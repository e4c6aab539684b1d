/** Addresses with ports, as text and as map keys. */
import { toHex } from '../../util/index.ts'
import { ipFromText, ipToText, isIPv4, isOnion } from './ipText.ts'
import type { NetAddress } from './types.ts'

const MAX_PORT = 65_535

/** Formats an address as `a.b.c.d:port`, `[ipv6]:port` or `name.onion:port`. */
export function formatNetAddress({ ip, port }: NetAddress): string {
  const text = ipToText(ip)
  return isIPv4(ip) || isOnion(ip) ? `${text}:${port}` : `[${text}]:${port}`
}

/**
 * Splits a target typed by a user into host and port: `host`, `host:port`, `[ipv6]`, `[ipv6]:port`. A bare IPv6 address
 * has no port. An invalid port is treated as a part of the host.
 */
export function splitHostPort(text: string, defaultPort: number): { readonly host: string; readonly port: number } {
  const bracketed = /^\[([^\]]*)\](?::(\d{1,5}))?$/.exec(text)
  const plain = /^([^:]*):(\d{1,5})$/.exec(text)
  const [, host = text, digits] = bracketed ?? plain ?? []
  const port = digits === undefined ? defaultPort : Number(digits)
  return port > 0 && port <= MAX_PORT ? { host, port } : { host: text, port: defaultPort }
}

/** Parses a numeric or onion address with an optional port. @returns undefined for names that must be resolved */
export function parseNetAddress(text: string, defaultPort: number): NetAddress | undefined {
  const { host, port } = splitHostPort(text, defaultPort)
  const ip = ipFromText(host)
  return ip && { ip, port }
}

/** Returns a map key that is equal for equal addresses. */
export function addressKey({ ip, port }: NetAddress): string {
  return `${toHex(ip)}:${port}`
}
