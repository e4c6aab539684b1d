import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { wrongCountText } from '#shared/rpc/help.ts'
import { methods } from '#shared/rpc/index.ts'
import type { UnixSeconds } from '#shared/units.ts'
import type { ChainParams } from '../../../consensus/index.ts'
import type { Clock, PeerInfo, PeerNetwork } from '../../../core/index.ts'
import { formatSubnet, isSingleAddress, parseSubnet, type Subnet } from '../../../p2p/bans/index.ts'
import { PROTOCOL_VERSION, sanitizeText } from '../../../p2p/wire/index.ts'
import { REFERENCE_VERSION } from '../control/control.ts'

/** Deprecation height of this komodod version. This node does not stop there. */
const DEPRECATION_HEIGHT = 4_820_333

interface NetworkDeps {
  readonly params: ChainParams
  readonly peers: PeerNetwork
  readonly clock: Clock
  /** In satoshis per 1000 bytes. */
  readonly relayRate: bigint
}

export const servicesText = (services: bigint): string => services.toString(16).padStart(16, '0')

/** Rounds seconds to microseconds, komodod's precision. */
export const toMicroseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6

/** Encodes a peer for getpeerinfo. */
export function encodePeerInfo(peer: PeerInfo) {
  return {
    id: peer.id,
    addr: peer.addr,
    ...(peer.addrLocal !== undefined && { addrlocal: peer.addrLocal }),
    services: servicesText(peer.services),
    lastsend: peer.lastSend,
    lastrecv: peer.lastReceive,
    bytessent: peer.bytesSent,
    bytesrecv: peer.bytesReceived,
    conntime: peer.connected,
    timeoffset: 0,
    pingtime: toMicroseconds(peer.pingTime),
    ...(peer.pingWait !== undefined && { pingwait: toMicroseconds(peer.pingWait) }),
    version: peer.version,
    subver: sanitizeText(peer.userAgent),
    inbound: peer.inbound,
    startingheight: peer.startingHeight,
    banscore: peer.banScore,
    synced_headers: peer.syncedHeaders,
    synced_blocks: peer.syncedBlocks,
    inflight: peer.inFlight,
    addr_processed: peer.addressesProcessed,
    addr_rate_limited: peer.addressesRateLimited,
    whitelisted: peer.whitelisted,
  }
}

/** Parses a subnet. @throws RpcError −23 if it is invalid */
export function subnetParam(text: string): Subnet {
  const subnet = parseSubnet(text)
  if (!subnet) throw new RpcError(RPC_ERROR.NODE_ALREADY_ADDED, 'Error: Invalid IP/Subnet')
  return subnet
}

/**
 * Returns true if the subnet is already banned: a single address by any range that contains it, a range only by an
 * equal entry.
 */
export function isBannedAlready(peers: PeerNetwork, subnet: Subnet, text: string): boolean {
  if (!text.includes('/') && isSingleAddress(subnet)) return peers.isBanned(subnet.network)
  const shown = formatSubnet(subnet)
  return peers.bans().some((entry) => entry.subnet === shown)
}

const helpError = (name: 'addnode' | 'setban' | 'getdeprecationinfo') =>
  new RpcError(RPC_ERROR.MISC, wrongCountText(methods[name]))

const notAdded = () => new RpcError(RPC_ERROR.NODE_NOT_ADDED, 'Error: Node has not been added.')

export function createNetworkHandlers(deps: NetworkDeps) {
  return defineHandlers({ ...connectionHandlers(deps), ...stateHandlers(deps), ...banHandlers(deps) })
}

function connectionHandlers({ peers }: NetworkDeps) {
  return defineHandlers({
    addnode({ node, command }) {
      if (command === 'onetry') peers.tryOnce(node)
      else if (command === 'add') {
        if (!peers.addNode(node)) throw new RpcError(RPC_ERROR.NODE_ALREADY_ADDED, 'Error: Node already added')
      } else if (command === 'remove') {
        if (!peers.removeNode(node)) throw notAdded()
      } else throw helpError('addnode')
      return null
    },
    disconnectnode({ node }) {
      if (!peers.disconnect(node)) {
        throw new RpcError(RPC_ERROR.NODE_NOT_CONNECTED, 'Node not found in connected nodes')
      }
      return null
    },
    getaddednodeinfo({ dns, node }) {
      const wanted = peers.addedNodes().filter(({ target }) => node === undefined || target === node)
      if (node !== undefined && wanted.length === 0) throw notAdded()
      return wanted.map(({ target, addresses }) =>
        dns
          ? {
              addednode: target,
              connected: addresses.some(({ connected }) => connected !== undefined),
              addresses: addresses.map(({ address, connected }) => ({ address, connected: connected ?? 'false' })),
            }
          : { addednode: target },
      )
    },
    getconnectioncount: () => peers.connectionCount(),
    getpeerinfo: () => peers.peers().map(encodePeerInfo),
    ping() {
      peers.ping()
      return null
    },
  })
}

function stateHandlers({ params, peers, clock, relayRate }: NetworkDeps) {
  return defineHandlers({
    getdeprecationinfo() {
      if (params.network !== 'main') throw helpError('getdeprecationinfo')
      return { version: REFERENCE_VERSION, subversion: peers.userAgent, deprecationheight: DEPRECATION_HEIGHT }
    },
    getnettotals() {
      const { received, sent } = peers.totals()
      return { totalbytesrecv: received, totalbytessent: sent, timemillis: clock.millis() }
    },
    getnetworkinfo: () => ({
      version: REFERENCE_VERSION,
      subversion: peers.userAgent,
      protocolversion: PROTOCOL_VERSION,
      localservices: servicesText(peers.services),
      timeoffset: 0,
      connections: peers.connectionCount(),
      networks: peers.networks().map(({ proxyRandomizeCredentials, ...network }) => ({
        ...network,
        proxy_randomize_credentials: proxyRandomizeCredentials,
      })),
      relayfee: relayRate,
      localaddresses: peers.localAddresses(),
      warnings: '',
    }),
  })
}

function banHandlers({ peers, clock }: NetworkDeps) {
  return defineHandlers({
    setban(given) {
      const { command, bantime, absolute, note } = given
      const text = given['ip(/netmask)']
      if (command !== 'add' && command !== 'remove') throw helpError('setban')
      const subnet = subnetParam(text)
      const shown = formatSubnet(subnet)
      if (command === 'remove') {
        if (!peers.unban(shown)) throw new RpcError(RPC_ERROR.MISC, 'Error: Unban failed')
        return null
      }
      if (isBannedAlready(peers, subnet, text)) {
        throw new RpcError(RPC_ERROR.NODE_ALREADY_ADDED, 'Error: IP/Subnet already banned')
      }
      const until = banEnd(bantime, absolute === true, clock.now(), peers.defaultBanTime)
      try {
        peers.ban(shown, until, 'manual', typeof note === 'string' ? note : '')
      } catch (error) {
        if (error instanceof RangeError) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, error.message)
        throw error
      }
      return null
    },
    listbanned: () =>
      peers.bans().map(({ subnet, until }) => ({ address: subnet, banned_until: until as UnixSeconds })),
    clearbanned() {
      peers.clearBans()
      return null
    },
  })
}

/**
 * Returns the end of a ban. A time of 0 or below means the default duration. The end is capped at the largest safe
 * integer.
 */
function banEnd(given: bigint, absolute: boolean, now: number, usual: number): number {
  if (given <= 0n) return now + usual
  const end = given + (absolute ? 0n : BigInt(now))
  return Number(end > BigInt(Number.MAX_SAFE_INTEGER) ? BigInt(Number.MAX_SAFE_INTEGER) : end)
}
