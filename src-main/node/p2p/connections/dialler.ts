import { lookup } from 'node:dns/promises'
import { connect, type Socket } from 'node:net'
import type { Random } from '../../core/index.ts'
import { toHex } from '../../util/index.ts'
import { ipFromText, ipToText, isOnion, type NetAddress } from '../wire/index.ts'

/** Address, or name to resolve. */
export interface Target {
  readonly host: string
  readonly port: number
}

/** Formats a target like a connection name: with the port, an IPv6 address in brackets. */
export function formatTarget({ host, port }: Target): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

export interface DialledConnection {
  readonly socket: Socket
  /** all zeros if only the proxy knows the address */
  readonly address: NetAddress
  readonly proxied: boolean
}

export interface DialSettings {
  /** SOCKS5 proxy; undefined for direct connections */
  readonly proxy: Target | undefined
  /** proxy for onion addresses; undefined if they are unreachable */
  readonly onionProxy: Target | undefined
  /** use new credentials for each connection, so that Tor uses a separate circuit */
  readonly randomize: boolean
  /** allow name lookups (`-dns`); a proxy resolves names itself */
  readonly dns: boolean
  /** connect timeout in ms */
  readonly timeout: number
}

const NOWHERE = new Uint8Array(16)
const CREDENTIAL_BYTES = 8

/**
 * Opens connections to peers, directly or through a SOCKS5 proxy. Every failure is an Error with a user-readable
 * reason.
 */
export class Dialler {
  readonly #settings: DialSettings
  readonly #random: Random

  constructor(settings: DialSettings, deps: { readonly random: Random }) {
    this.#settings = settings
    this.#random = deps.random
  }

  /** @throws Error if the connection fails */
  async dial(target: Target, signal: AbortSignal): Promise<DialledConnection> {
    const ip = ipFromText(target.host)
    const onion = (ip !== undefined && isOnion(ip)) || target.host.endsWith('.onion')
    const proxy = onion ? this.#settings.onionProxy : this.#settings.proxy
    if (onion && proxy === undefined) throw new Error('onion addresses require -onion or -proxy')
    if (proxy !== undefined) {
      const socket = await this.#dialThroughProxy(proxy, target)
      if (signal.aborted) socket.destroy()
      signal.throwIfAborted()
      return { socket, address: { ip: ip ?? NOWHERE, port: target.port }, proxied: true }
    }
    const host = ip === undefined ? await this.#resolve(target) : ipToText(ip)
    signal.throwIfAborted()
    const address = { ip: ipFromText(host) ?? NOWHERE, port: target.port }
    return { socket: await this.#dialDirectly(host, target.port, signal), address, proxied: false }
  }

  async #dialThroughProxy(proxy: Target, { host, port }: Target): Promise<Socket> {
    const { randomize, timeout } = this.#settings
    const credentials = randomize && {
      userId: toHex(this.#random.bytes(CREDENTIAL_BYTES)),
      password: toHex(this.#random.bytes(CREDENTIAL_BYTES)),
    }
    // Loaded here, because loading adds at least 10 ms of processor time to a start, and few nodes use a proxy.
    const { SocksClient } = await import('socks')
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      proxy: { host: proxy.host, port: proxy.port, type: 5, ...credentials },
      destination: { host, port },
      timeout,
    })
    return socket
  }

  #dialDirectly(host: string, port: number, signal: AbortSignal): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, signal })
      const timer = setTimeout(() => socket.destroy(new Error('connect timeout')), this.#settings.timeout)
      socket.once('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
      socket.once('connect', () => {
        clearTimeout(timer)
        socket.removeAllListeners('error')
        resolve(socket)
      })
    })
  }

  async #resolve({ host }: Target): Promise<string> {
    if (!this.#settings.dns) throw new Error(`${host} is a host name, and -dns=0 forbids DNS lookups`)
    const { address } = await lookup(host)
    return address
  }
}
