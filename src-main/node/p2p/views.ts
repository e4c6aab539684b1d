import type { MessageTraffic, PeerDetails, PeerInfo } from '../core/index.ts'
import type { Peer } from './peer/index.ts'
import type { PeerProgress } from './sync/index.ts'
import { classifyNetwork, formatNetAddress, isRoutable, netGroupText } from './wire/index.ts'

/** State of a peer in sync and relay. */
export interface PeerContext {
  readonly progress: PeerProgress
  readonly addressesProcessed: number
  readonly addressesRateLimited: number
  readonly relay: boolean
  readonly filtered: boolean
}

/** Builds the entry of a connection in getpeerinfo. */
export function peerInfo(peer: Peer, context: PeerContext): PeerInfo {
  const { version, address, stats } = peer
  const { best, common, height, inFlight } = context.progress
  const known = address.ip.some((byte) => byte !== 0)
  const seenAs = version?.receiver
  return {
    id: peer.id,
    addr: peer.name,
    addrLocal: seenAs !== undefined && isRoutable(seenAs.ip) ? formatNetAddress(seenAs) : undefined,
    ip: known ? address.ip : undefined,
    network: classifyNetwork(address.ip),
    inbound: peer.inbound,
    whitelisted: peer.whitelisted,
    services: version?.services ?? 0n,
    version: version?.version ?? 0,
    userAgent: version?.userAgent ?? '',
    startingHeight: version?.startHeight ?? -1,
    connected: stats.connectedAt,
    lastSend: stats.lastSend,
    lastReceive: stats.lastReceive,
    bytesSent: stats.traffic.sentBytes,
    bytesReceived: stats.traffic.receivedBytes,
    pingTime: stats.pingTime ?? 0,
    pingWait: stats.pingWait,
    banScore: stats.score,
    syncedHeaders: best?.height ?? -1,
    syncedBlocks: common?.height ?? -1,
    height,
    inFlight,
    addressesProcessed: context.addressesProcessed,
    addressesRateLimited: context.addressesRateLimited,
  }
}

export function peerDetails(peer: Peer, context: PeerContext): PeerDetails {
  const { stats } = peer
  const { sent, received, lastSent, lastReceived } = stats.traffic
  const commands = [...new Set([...sent.keys(), ...received.keys()])].sort()
  const traffic = commands.map((command): MessageTraffic => {
    const out = sent.get(command)
    const come = received.get(command)
    return {
      command,
      sent: out?.messages ?? 0,
      bytesSent: out?.bytes ?? 0,
      received: come?.messages ?? 0,
      bytesReceived: come?.bytes ?? 0,
    }
  })
  return {
    ...peerInfo(peer, context),
    traffic,
    lastSent,
    lastReceived,
    pings: stats.pings,
    minPing: stats.minPing ?? 0,
    relay: context.relay,
    filtered: context.filtered,
    sendQueue: stats.pendingBytes,
    clockOffset: stats.timeOffset,
    group: netGroupText(peer.address.ip),
  }
}
