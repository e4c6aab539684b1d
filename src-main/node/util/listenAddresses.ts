/**
 * Selects the addresses on which a server has to listen. Import by path, so that threads without a server load no DNS.
 */
import { lookup } from 'node:dns/promises'
import { isIP, isIPv6, SocketAddress } from 'node:net'

export interface ListenAddress {
  /** IP address or name; undefined for every address of this machine */
  readonly host: string | undefined
  readonly port: number
}

const ANY_IPV4 = '0.0.0.0'
const ANY_IPV6 = '::'

/**
 * Returns the canonical IP address of a host. A name that cannot be resolved is returned unchanged, and listening will
 * fail.
 */
async function toIp(host: string | undefined): Promise<string | undefined> {
  if (host === undefined) return undefined
  const ip =
    isIP(host) === 0
      ? await lookup(host).then(
          ({ address }) => address,
          () => host,
        )
      : host
  // SocketAddress would drop the zone of a link-local address.
  return isIP(ip) === 0 || ip.includes('%')
    ? ip
    : new SocketAddress({ address: ip, family: isIPv6(ip) ? 'ipv6' : 'ipv4' }).address
}

/**
 * Returns true if a socket that listens on `wide` accepts the connections to `narrow`, so that no second one can
 * listen.
 */
function covers(wide: ListenAddress, narrow: ListenAddress, dualStack: boolean): boolean {
  if (wide.port !== narrow.port) return false
  if (wide.host === narrow.host || wide.host === undefined) return true
  if (narrow.host === undefined) return wide.host === ANY_IPV6 && dualStack
  if (wide.host === ANY_IPV6) return dualStack || isIPv6(narrow.host)
  return wide.host === ANY_IPV4 && !isIPv6(narrow.host)
}

/**
 * Returns the addresses in the given order, without duplicates and without those that another one covers. Options may
 * name an address several times, in the conf file and on the command line, but the system lets only one socket listen
 * on it (EADDRINUSE).
 * @param dualStack true if sockets of `::` accept IPv4 connections too
 */
export async function distinctAddresses<Address extends ListenAddress>(
  given: readonly Address[],
  { dualStack }: { readonly dualStack: boolean },
): Promise<Address[]> {
  const resolved = await Promise.all(given.map(async ({ host, port }) => ({ host: await toIp(host), port })))
  const distinct: number[] = []
  for (const [index, address] of resolved.entries()) {
    const covered = resolved.some(
      (other, at) =>
        at !== index && covers(other, address, dualStack) && (at < index || !covers(address, other, dualStack)),
    )
    if (!covered) distinct.push(index)
  }
  return given.filter((_, index) => distinct.includes(index))
}
