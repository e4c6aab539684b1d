/** Connects to a picture's server: never in private networks, and through the proxy of the chains. */
import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { LoadedOptions } from '../../config/index.ts'
import { createFeedConnector } from '../updates/feedConnector.ts'
import type { Dial } from '../updates/fetchFeed.ts'
import { PictureFault } from './fault.ts'

/** Opens a connection to the standard TLS port. @throws PictureFault, or an Error of the network */
export type PictureConnector = (host: string, signal: AbortSignal) => Promise<Socket>

const HTTPS_PORT = 443
/** Maximum number of addresses of a name to try, in order. */
const MAX_ADDRESSES = 3

/** Names that never belong to a server in the public network. */
const INSIDE_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|onion|test|invalid)\.?$/i

/** Returns true for a public address: not loopback, private, link-local, translated or reserved. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  // In IPv6, only 2000::/3 is allocated.
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1
}

/** @throws PictureFault if the name or address is not public */
export function requirePublicHost(host: string): void {
  const inside = isIP(host) > 0 ? !isPublicAddress(host) : !host.includes('.') || INSIDE_NAME.test(host)
  if (inside) throw new PictureFault('private', `${host} is not a public address`)
}

export interface DirectDeps {
  /** Resolves to all addresses of a name. */
  lookup(host: string): Promise<readonly string[]>
  connect(address: string, port: number, signal: AbortSignal): Promise<Socket>
}

export const systemDirect: DirectDeps = {
  lookup: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  connect: (host, port, signal) =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port, signal })
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.removeListener('error', reject)
        resolve(socket)
      })
    }),
}

/**
 * Resolves the name once and connects to the resolved address, so that a DNS server cannot give one address to the
 * check and another to the connection (DNS rebinding).
 */
export function createDirectConnector(deps: DirectDeps): PictureConnector {
  return async (host, signal) => {
    const addresses = isIP(host) > 0 ? [host] : await deps.lookup(host)
    signal.throwIfAborted()
    const inside = addresses.find((address) => !isPublicAddress(address))
    if (inside !== undefined) throw new PictureFault('private', `${host} resolves to ${inside}, which is not public`)
    let failure: unknown = new Error(`${host} has no address`)
    for (const address of addresses.slice(0, MAX_ADDRESSES)) {
      try {
        return await deps.connect(address, HTTPS_PORT, signal)
      } catch (error) {
        failure = error
        signal.throwIfAborted()
      }
    }
    throw failure
  }
}

/**
 * Connects through the proxy, which resolves names, so that no lookup bypasses it. If the proxy resolves a name to its
 * own network, no request is sent to that server either, because it has no certificate for the name.
 */
const proxiedWay =
  (dial: Dial): PictureConnector =>
  (host, signal) =>
    dial({ host, port: HTTPS_PORT }, signal)

type P2p = Extract<LoadedOptions, { readonly kind: 'options' }>['options']['p2p']

/**
 * Creates the connector with the most restrictive options of all chains.
 * @param chains arguments of each chain, the shown chain first
 * @throws PictureFault if their options forbid the connection
 */
export function createPictureConnector(
  chains: readonly (readonly string[])[],
  readOptions: (argv: readonly string[]) => LoadedOptions,
  direct: DirectDeps = systemDirect,
): PictureConnector {
  const all = chains.map((argv) => {
    const loaded = readOptions(argv)
    if (loaded.kind !== 'options') throw new PictureFault('options', 'the options of a chain cannot be read')
    return loaded.options.p2p
  })
  const some = (holds: (p2p: NonNullable<P2p>) => boolean) => all.some((p2p) => p2p !== undefined && holds(p2p))
  // A user who restricts a chain to onion addresses does not want other servers to see this computer.
  if (some(({ onlyNet }) => onlyNet !== undefined && !onlyNet.some((net) => net !== 'onion'))) {
    throw new PictureFault('onlynet', '-onlynet=onion of a chain excludes connections to web servers')
  }
  if (some(({ proxy }) => proxy !== undefined)) return proxiedWay(createFeedConnector(chains, readOptions))
  if (some(({ dns }) => !dns)) throw new PictureFault('dns', '-dns=0 of a chain forbids DNS lookups')
  return createDirectConnector(direct)
}
