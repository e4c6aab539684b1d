import type { AddedNode, NetworkInfo, NetworkName } from '../core/index.ts'
import { parseSubnet, type Subnet } from './bans/index.ts'
import { type ConnectionSettings, formatTarget, type Target } from './connections/index.ts'
import type { Peer } from './peer/index.ts'
import { formatNetAddress, ipFromText, splitHostPort } from './wire/index.ts'

type NamedPeer = Pick<Peer, 'name' | 'address' | 'disconnect'>

/** Parses a subnet that is known to be valid. @throws TypeError if it is invalid */
export function parseKnownSubnet(text: string): Subnet {
  const subnet = parseSubnet(text)
  if (subnet === undefined) throw new TypeError(`invalid subnet: ${text}`)
  return subnet
}

const formatProxy = (target: Target | undefined) => (target === undefined ? '' : `${target.host}:${target.port}`)

/** Describes a network for getnetworkinfo. */
export function describeNetwork(name: NetworkName | '', connections: ConnectionSettings): NetworkInfo {
  const { onlyNet, proxyRandomize } = connections
  const limited = name !== '' && onlyNet !== undefined && !onlyNet.includes(name)
  const proxy = name === 'onion' ? connections.onionProxy : connections.proxy
  const reachable = !limited && (name !== 'onion' || proxy !== undefined)
  return {
    name,
    limited: limited || !reachable,
    reachable,
    proxy: formatProxy(proxy),
    proxyRandomizeCredentials: proxy !== undefined && proxyRandomize,
  }
}

/** Describes an added node and its connection, if connected. @param defaultPort port of targets without a port */
export function describeAddedNode(
  target: string,
  peers: Iterable<Peer>,
  defaultPort: number,
): Omit<AddedNode, 'attempt'> {
  const { host, port } = splitHostPort(target, defaultPort)
  const name = formatTarget({ host, port })
  for (const peer of peers) {
    if (peer.name !== name && formatNetAddress(peer.address) !== name) continue
    const address = peer.proxied ? name : formatNetAddress(peer.address)
    return { target, addresses: [{ address, connected: peer.inbound ? 'inbound' : 'outbound' }] }
  }
  const isNumeric = /^[\d.]+$/.test(host) || host.includes(':') || host.endsWith('.onion')
  return { target, addresses: isNumeric ? [{ address: name, connected: undefined }] : [] }
}

/**
 * Disconnects the connections with exactly this name. If there are none, disconnects those with the same address: the
 * name may lack the port, or write an IPv6 address in another form. Returns false if no connection matches.
 */
export function disconnectNamed(name: string, peers: readonly NamedPeer[], defaultPort: number): boolean {
  const exact = peers.filter((peer) => peer.name === name)
  const found = exact.length > 0 ? exact : findBySameAddress(name, peers, defaultPort)
  for (const peer of found) peer.disconnect('requested by user')
  return found.length > 0
}

function findBySameAddress(text: string, peers: readonly NamedPeer[], defaultPort: number): NamedPeer[] {
  const target = splitHostPort(text, defaultPort)
  const ip = ipFromText(target.host)
  const name = ip === undefined ? formatTarget(target) : formatNetAddress({ ip, port: target.port })
  return peers.filter((peer) => peer.name === name || formatNetAddress(peer.address) === name)
}
