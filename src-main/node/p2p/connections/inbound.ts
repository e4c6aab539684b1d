import type { Socket } from 'node:net'
import type { Logger } from '../../core/index.ts'
import { subnetContains } from '../bans/index.ts'
import { SocketTransport } from '../peer/index.ts'
import { formatNetAddress, ipFromText, type NetAddress } from '../wire/index.ts'
import { chooseEviction } from './eviction.ts'
import { type Listener, listenAddresses, openListener } from './listener.ts'
import type { PeerSet } from './peerSet.ts'
import { type ConnectionSettings, MAX_OUTBOUND } from './settings.ts'

export interface InboundDeps {
  readonly set: PeerSet
  readonly isBanned: (ip: Uint8Array) => boolean
  /** unknown to peers; selects the peers protected from eviction */
  readonly salt: Uint8Array
  readonly logger: Logger
}

/** Accepts inbound connections, except from banned addresses and above the limit (p2p.md §7). */
export class Inbound {
  readonly #settings: ConnectionSettings
  readonly #deps: InboundDeps
  readonly #limit: number
  #listener: Listener | undefined

  constructor(settings: ConnectionSettings, deps: InboundDeps) {
    this.#settings = settings
    this.#deps = deps
    this.#limit = Math.max(0, settings.maxConnections - MAX_OUTBOUND)
  }

  get isListening(): boolean {
    return this.#listener !== undefined
  }

  /** Starts listening if the settings say so. @throws Error if an option requires listening and it fails */
  async open(): Promise<void> {
    const { listen, listenRequired, port } = this.#settings
    const { logger } = this.#deps
    if (!listen) return
    try {
      const addresses = await listenAddresses(this.#settings, port)
      this.#listener = await openListener(addresses, (socket, whitelisted) => this.#accept(socket, whitelisted))
      logger.info('listening for peers', { ports: this.#listener.ports.join(', ') })
    } catch (error) {
      if (listenRequired) throw error
      const reason = error instanceof Error ? error.message : String(error)
      logger.warn(`${reason} Continuing without inbound connections.`)
    }
  }

  /** Stops listening and keeps the connections. */
  async close(): Promise<void> {
    await this.#listener?.close()
  }

  /** @param atWhiteBind true if the peer connected to an address of `-whitebind` */
  #accept(socket: Socket, atWhiteBind: boolean): void {
    const address = socketAddress(socket.remoteAddress, socket.remotePort)
    if (address === undefined) return void socket.destroy()
    const whitelisted = atWhiteBind || this.#settings.whitelist.some((subnet) => subnetContains(subnet, address.ip))
    const refusal = this.#findRefusal(address.ip, whitelisted)
    const name = formatNetAddress(address)
    if (refusal !== undefined) {
      this.#deps.logger.debug('inbound connection rejected', { peer: name, reason: refusal })
      return void socket.destroy()
    }
    const facts = { kind: 'inbound', inbound: true, whitelisted, address, name, proxied: false } as const
    this.#deps.set.open(facts, new SocketTransport(socket))
  }

  #findRefusal(ip: Uint8Array, whitelisted: boolean): string | undefined {
    if (!whitelisted && this.#deps.isBanned(ip)) return 'banned'
    return this.#makeRoom() ? undefined : 'too many connections'
  }

  /** Evicts a peer if all slots are taken. Returns false if no peer can be evicted. */
  #makeRoom(): boolean {
    const { set, salt } = this.#deps
    const inbound = [...set.all()].filter((peer) => peer.inbound)
    if (inbound.length < this.#limit) return true
    const evicted = chooseEviction(inbound, salt)
    evicted?.disconnect('evicted')
    return evicted !== undefined
  }
}

/** Returns the remote address of a socket. An IPv6 address may have the interface after a `%`. */
function socketAddress(host: string | undefined, port: number | undefined): NetAddress | undefined {
  const ip = ipFromText((host ?? '').replace(/%.*$/, ''))
  return ip && { ip, port: port ?? 0 }
}
