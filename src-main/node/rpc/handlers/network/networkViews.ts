import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonValue } from '#shared/json.ts'
import * as convert from '#shared/rpc/convert.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import { MAX_RESTORED } from '#shared/rpc/methods/networkViews.ts'
import type { BanEntry, ConnectAttempt, LastMessage, PeerDetails, PeerNetwork } from '../../../core/index.ts'
import { formatSubnet, parseSubnet, subnetContains, subnetSize } from '../../../p2p/bans/index.ts'
import { ipToText } from '../../../p2p/wire/index.ts'
import { encodePeerInfo, isBannedAlready, subnetParam, toMicroseconds } from './network.ts'

interface NetworkViewsDeps {
  readonly peers: PeerNetwork
}

const describeAttempt = ({ state, failure, retryIn }: ConnectAttempt) => ({
  ...{ state, failure: failure ?? null, retryin: retryIn ?? null },
})

const toNullable = (message: LastMessage | undefined) => message ?? null

/** Control characters and those that change the text direction, which can mislead users. */
const MISLEADING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Encodes a peer with details that komodod does not report. */
function fullPeerInfo(peer: PeerDetails) {
  return {
    ...encodePeerInfo(peer),
    ip: peer.ip ? ipToText(peer.ip) : null,
    network: peer.network,
    group: peer.group,
    height: peer.height,
    useragent: peer.userAgent.replace(MISLEADING, ''),
    minping: toMicroseconds(peer.minPing),
    pings: peer.pings.map(toMicroseconds),
  }
}

export function createNetworkViewHandlers({ peers }: NetworkViewsDeps) {
  return defineHandlers({
    getpeerdetails({ id }) {
      const peer = peers.peer(id)
      if (!peer) throw new RpcError(RPC_ERROR.NODE_NOT_CONNECTED, 'Node not found in connected nodes')
      return {
        ...fullPeerInfo(peer),
        relay: peer.relay,
        filtered: peer.filtered,
        sendqueue: peer.sendQueue,
        clockoffset: peer.clockOffset,
        lastsent: toNullable(peer.lastSent),
        lastreceived: toNullable(peer.lastReceived),
        messages: peer.traffic
          .toSorted((a, b) => (a.command < b.command ? -1 : 1))
          .map(({ command, sent, bytesSent, received, bytesReceived }) => ({
            command,
            sent,
            bytessent: bytesSent,
            received,
            bytesreceived: bytesReceived,
          })),
      }
    },
    listpeers: () =>
      peers
        .peers()
        .flatMap(({ id }) => peers.peer(id) ?? [])
        .map(fullPeerInfo),
    listaddednodes: () => {
      const added = peers.addedNodes()
      const kept = new Set(added.map(({ target }) => target))
      return [
        ...added.map(({ target, addresses, attempt }) => ({
          ...{ node: target, kept: true, ...describeAttempt(attempt) },
          addresses: addresses.map(({ address, connected }) => ({
            address,
            connected: connected ?? ('false' as const),
          })),
        })),
        ...peers
          .triedNodes()
          .filter(({ target }) => !kept.has(target))
          .map((tried) => ({ node: tried.target, kept: false, ...describeAttempt(tried), addresses: [] })),
      ]
    },
    gettraffichistory: ({ seconds }) => peers.trafficHistory(seconds),
    listbans: () =>
      peers.bans().map(({ subnet, until, created, reason, note }) => ({
        address: subnet,
        banned_until: until,
        created,
        reason,
        note,
        covers: coverage(subnet),
      })),
    restorebans({ bans }) {
      if (bans.length > MAX_RESTORED) throw invalid(`at most ${MAX_RESTORED} bans`)
      return { restored: peers.restoreBans(bans.map(parseBan)) }
    },
    previewban(given) {
      const text = given['ip(/netmask)']
      const subnet = subnetParam(text)
      const all = peers.peers()
      return {
        subnet: formatSubnet(subnet),
        covers: subnetSize(subnet).toString(),
        peers: all.filter(({ ip }) => ip !== undefined && subnetContains(subnet, ip)).map(({ id }) => id),
        connections: all.length,
        banned: isBannedAlready(peers, subnet, text),
      }
    },
  })
}

const invalid = (text: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, `Invalid parameter, ${text}`)

/** Parses an entry in the form of listbans. @throws RpcError if a member is invalid */
function parseBan(value: JsonValue): BanEntry {
  const entry = convert.asObject(value)
  const time = (name: string) => {
    const seconds = convert.asInt64(entry.get(name))
    if (seconds < 0n || seconds > BigInt(Number.MAX_SAFE_INTEGER)) throw invalid(`${name} must be a time`)
    return Number(seconds)
  }
  const reason = convert.asString(entry.get('reason'))
  if (reason !== 'manual' && reason !== 'misbehaving') throw invalid('reason must be manual, misbehaving')
  return {
    subnet: formatSubnet(subnetParam(convert.asString(entry.get('address')))),
    until: time('banned_until'),
    created: time('created'),
    reason,
    note: convert.asString(entry.get('note')),
  }
}

function coverage(shown: string): string {
  const subnet = parseSubnet(shown)
  return subnet ? subnetSize(subnet).toString() : '0'
}
