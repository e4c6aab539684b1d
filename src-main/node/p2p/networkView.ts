import type { AddedNode, NetworkInfo, NetworkName, PeerNetwork, SyncState } from '../core/index.ts'
import { type BanList, parseSubnet, type Subnet } from './bans/index.ts'
import type { Outbound, OwnAddresses, PeerSet, Target } from './connections/index.ts'
import type { Peer } from './peer/index.ts'
import type { Relay } from './relay/index.ts'
import type { P2pSettings } from './settings.ts'
import type { Sync } from './sync/index.ts'
import type { TrafficHistory } from './trafficHistory.ts'
import { type PeerContext, peerDetails, peerInfo } from './views.ts'
import { formatNetAddress, ipFromText, splitHostPort, userAgent } from './wire/index.ts'

export interface NetworkViewDeps {
  readonly set: PeerSet
  readonly sync: Sync
  readonly relay: Relay
  readonly outbound: Outbound
  readonly own: OwnAddresses
  readonly bans: BanList
  readonly history: TrafficHistory
  readonly state: () => SyncState
}

function subnetOf(text: string): Subnet {
  const subnet = parseSubnet(text)
  if (subnet === undefined) throw new TypeError(`no subnet: ${text}`)
  return subnet
}

/** As connections are named: with the port, an IPv6 address in brackets. */
const nameOf = ({ host, port }: Target) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`)

const textOf = (target: Target | undefined) => (target === undefined ? '' : `${target.host}:${target.port}`)

/** The network as RPC handlers see it. */
export function createNetworkView(settings: P2pSettings, deps: NetworkViewDeps): PeerNetwork {
  const { set, sync, relay, outbound, bans } = deps
  const { connections } = settings
  const context = (peer: Peer): PeerContext => ({ progress: sync.progress(peer), ...relay.about(peer) })

  function network(name: NetworkName | ''): NetworkInfo {
    const limited = name !== '' && connections.onlyNet !== undefined && !connections.onlyNet.includes(name)
    const proxy = name === 'onion' ? connections.onionProxy : connections.proxy
    const reachable = !limited && (name !== 'onion' || proxy !== undefined)
    return {
      name,
      limited: limited || !reachable,
      reachable,
      proxy: textOf(proxy),
      proxyRandomizeCredentials: proxy !== undefined && connections.proxyRandomize,
    }
  }

  function addedNode(target: string): AddedNode {
    const { host, port } = splitHostPort(target, connections.port)
    const name = nameOf({ host, port })
    for (const peer of set.all()) {
      if (peer.name !== name && formatNetAddress(peer.address) !== name) continue
      const address = peer.proxied ? name : formatNetAddress(peer.address)
      return { target, addresses: [{ address, connected: peer.inbound ? 'inbound' : 'outbound' }] }
    }
    const isNumber = /^[\d.]+$/.test(host) || host.includes(':') || host.endsWith('.onion')
    return { target, addresses: isNumber ? [{ address: name, connected: undefined }] : [] }
  }

  /** Peers by another spelling: without the port, or another form of an IPv6 address. */
  function meant(text: string): Peer[] {
    const target = splitHostPort(text, connections.port)
    const ip = ipFromText(target.host)
    const name = ip === undefined ? nameOf(target) : formatNetAddress({ ip, port: target.port })
    return [...set.all()].filter((peer) => peer.name === name || formatNetAddress(peer.address) === name)
  }

  return {
    enabled: true,
    services: settings.services,
    userAgent: userAgent(settings.comments),
    defaultBanTime: connections.banTime,
    peers: () => [...set.all()].map((peer) => peerInfo(peer, context(peer))),
    peer(id) {
      const peer = set.get(id)
      return peer && peerDetails(peer, context(peer))
    },
    connectionCount: () => set.size,
    totals: () => deps.history.totals,
    longestHeight: () => sync.bestHeight() ?? -1,
    addedNodes: () => outbound.added().map(addedNode),
    addNode: (target) => outbound.addNode(target),
    removeNode: (target) => outbound.removeNode(target),
    tryOnce: (target) => outbound.once(target),
    disconnect(addr) {
      const exactly = [...set.all()].filter(({ name }) => name === addr)
      const found = exactly.length > 0 ? exactly : meant(addr)
      for (const peer of found) peer.disconnect('requested by user')
      return found.length > 0
    },
    ping() {
      for (const peer of set.all()) peer.ping()
    },
    networks: () => [network('ipv4'), network('ipv6'), network('onion'), network('')],
    localAddresses: () => deps.own.list(),
    bans: () => bans.list(),
    isBanned: (ip) => bans.isBanned(ip),
    ban: (subnet, until, reason, note) => bans.add(subnetOf(subnet), until, reason, note),
    restoreBans: (entries) => bans.restore(entries.map((entry) => ({ ...entry, ...subnetOf(entry.subnet) }))),
    unban: (subnet) => bans.remove(subnetOf(subnet)),
    clearBans: () => bans.clear(),
    syncState: () => deps.state(),
    trafficHistory: (seconds) => deps.history.last(seconds),
  }
}
