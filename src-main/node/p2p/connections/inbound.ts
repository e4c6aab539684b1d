import type { Socket } from 'node:net'
import type { Logger } from '../../core/index.ts'
import { subnetContains } from '../bans/index.ts'
import { socketTransport } from '../peer/index.ts'
import { formatNetAddress, ipFromText, type NetAddress } from '../wire/index.ts'
import { chooseEviction } from './eviction.ts'
import type { PeerSet } from './peerSet.ts'
import { type ConnectionSettings, MAX_OUTBOUND } from './settings.ts'

/** The address of one end of a socket. An IPv6 address may name the interface after a `%`. */
export function socketAddress(host: string | undefined, port: number | undefined): NetAddress | undefined {
  const ip = ipFromText((host ?? '').replace(/%.*$/, ''))
  return ip && { ip, port: port ?? 0 }
}

/** Accepts inbound connections, except from banned addresses and beyond the limit (p2p.md §7). */
export function createInbound(
  settings: ConnectionSettings,
  deps: {
    readonly set: PeerSet
    readonly isBanned: (ip: Uint8Array) => boolean
    readonly salt: Uint8Array
    readonly logger: Logger
  },
) {
  const { set, logger } = deps
  const most = Math.max(0, settings.maxConnections - MAX_OUTBOUND)

  /** False: all slots are taken, and no peer can be evicted. */
  function makeRoom(): boolean {
    const inbound = [...set.all()].filter((peer) => peer.inbound)
    if (inbound.length < most) return true
    const evicted = chooseEviction(inbound, deps.salt)
    evicted?.disconnect('evicted')
    return evicted !== undefined
  }

  return (socket: Socket, place: { readonly whitelisted: boolean }): void => {
    const address = socketAddress(socket.remoteAddress, socket.remotePort)
    const local = socketAddress(socket.localAddress, socket.localPort)
    if (address === undefined) return void socket.destroy()
    const whitelisted = place.whitelisted || settings.whitelist.some((subnet) => subnetContains(subnet, address.ip))
    const refusal =
      !whitelisted && deps.isBanned(address.ip) ? 'banned' : makeRoom() ? undefined : 'too many connections'
    if (refusal !== undefined) {
      logger.debug('inbound connection refused', { peer: formatNetAddress(address), reason: refusal })
      return void socket.destroy()
    }
    const name = formatNetAddress(address)
    set.open(
      { kind: 'inbound', inbound: true, whitelisted, address, name, proxied: false, local },
      socketTransport(socket),
    )
  }
}
