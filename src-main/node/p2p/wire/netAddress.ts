/** Addresses with ports as text and as keys of maps. */
import { toHex } from '../../util/index.ts'
import { ipFromText, ipToText, isIPv4, isOnion } from './ipText.ts'
import type { NetAddress } from './types.ts'

const MAX_PORT = 65_535

/** `a.b.c.d:port`, `[ipv6]:port` or `name.onion:port`. */
export function formatNetAddress({ ip, port }: NetAddress): string {
  const text = ipToText(ip)
  return isIPv4(ip) || isOnion(ip) ? `${text}:${port}` : `[${text}]:${port}`
}

/**
 * Splits a typed target into host and port: `host`, `host:port`, `[ipv6]`, `[ipv6]:port`; a bare IPv6 address has no
 * port. An invalid port counts as a part of the host.
 */
export function splitHostPort(text: string, defaultPort: number): { readonly host: string; readonly port: number } {
  const bracketed = /^\[([^\]]*)\](?::(\d{1,5}))?$/.exec(text)
  const plain = /^([^:]*):(\d{1,5})$/.exec(text)
  const [, host = text, digits] = bracketed ?? plain ?? []
  const port = digits === undefined ? defaultPort : Number(digits)
  return port > 0 && port <= MAX_PORT ? { host, port } : { host: text, port: defaultPort }
}

/** An address in digits; undefined for names that must be looked up. */
export function parseNetAddress(text: string, defaultPort: number): NetAddress | undefined {
  const { host, port } = splitHostPort(text, defaultPort)
  const ip = ipFromText(host)
  return ip && { ip, port }
}

/** Equal for equal addresses. */
export function addressKey({ ip, port }: NetAddress): string {
  return `${toHex(ip)}:${port}`
}
