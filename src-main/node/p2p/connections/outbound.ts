import type { Clock, Logger } from '../../interfaces.ts'
import type { AddrMan } from '../addrman/index.ts'
import { subnetContains } from '../bans/index.ts'
import { type Peer, type PeerKind, socketTransport } from '../peer/index.ts'
import {
  formatNetAddress,
  ipToText,
  isLocal,
  type NetAddress,
  netGroupText,
  networkOf,
  splitHostPort,
} from '../wire/index.ts'
import type { Dialler, Target } from './dial.ts'
import { socketAddress } from './inbound.ts'
import type { PeerSet } from './peerSet.ts'
import { createRetries } from './schedule.ts'
import { type ConnectionSettings, MAX_OUTBOUND } from './settings.ts'

export interface OutboundDeps {
  readonly set: PeerSet
  readonly addrMan: AddrMan
  readonly dialler: Dialler
  readonly clock: Clock
  readonly logger: Logger
  readonly isBanned: (ip: Uint8Array) => boolean
  /** our own addresses are not connected to */
  readonly isOwn: (address: NetAddress) => boolean
  readonly signal: AbortSignal
}

export interface Outbound {
  /** begins what is due; a few times a second */
  tick(): void
  /** false: it is there already */
  addNode(target: string): boolean
  removeNode(target: string): boolean
  added(): readonly string[]
  once(target: string): void
  ready(peer: Peer): void
  closed(peer: Peer): void
}

/** Longest wait for a node that a person named: two minutes, and less for those that are all there is. */
const LONGEST_MS = { added: 120_000, connect: 10_000 } as const
/** connections that are being made by choice at a time */
const MAX_DIALLING = 2
/** tries to find an address of another group, each time one is wanted */
const TRIES = 50
/** an address that was tried shortly ago is tried again only if there seems to be nothing better */
const RECENT_SECONDS = 600
const RECENT_TRIES = 30

/** Connects to others: those that a person named, and some from the address book, each of another group (p2p.md §7). */
export function createOutbound(settings: ConnectionSettings, deps: OutboundDeps): Outbound {
  const { set, addrMan, clock, logger, signal } = deps
  const added = new Set(settings.addNode)
  const seeds = [...settings.seedNode]
  const millis = () => clock.millis()
  const retries = {
    added: createRetries({ millis, longest: LONGEST_MS.added }),
    connect: createRetries({ millis, longest: LONGEST_MS.connect }),
  }
  /** the target that a connection was made for */
  const targets = new Map<Peer, string>()
  /** addresses of our choice that are being connected to: they count like connections */
  const dialling = new Map<string, NetAddress>()
  /** names that are being tried once */
  const trying = new Set<string>()

  const isNamed = (kind: PeerKind): kind is 'added' | 'connect' => kind === 'added' || kind === 'connect'

  async function open(kind: PeerKind, text: string, target: Target): Promise<void> {
    const { socket, address, proxied } = await deps.dialler.dial(target, signal)
    if (!proxied && deps.isBanned(address.ip)) {
      socket.destroy()
      throw new Error('it is banned')
    }
    if (kind === 'added' && !added.has(text)) return void socket.destroy()
    const local = socketAddress(socket.localAddress, socket.localPort)
    const whitelisted = !proxied && settings.whitelist.some((subnet) => subnetContains(subnet, address.ip))
    const name = isNamed(kind) || kind === 'once' ? nameOf(target) : formatNetAddress(address)
    const facts = { kind, inbound: false, whitelisted, address, name, proxied, local }
    const peer = set.open(facts, socketTransport(socket))
    if (!peer.closed) targets.set(peer, text)
    if (isNamed(kind)) retries[kind].connected(text)
  }

  function dial(kind: PeerKind, text: string, target: Target): void {
    if (isNamed(kind)) retries[kind].begin(text)
    open(kind, text, target)
      .catch((error: unknown) => {
        if (signal.aborted) return
        const reason = error instanceof Error ? error.message : String(error)
        logger.debug('no connection', { peer: text, reason })
        if (isNamed(kind)) retries[kind].failed(text)
      })
      .finally(() => {
        if (kind === 'outbound') dialling.delete(text)
        if (kind === 'once') trying.delete(text)
      })
  }

  const targetOf = (text: string) => splitHostPort(text, settings.port)
  const isConnected = (text: string) => {
    const name = nameOf(targetOf(text))
    for (const peer of set.all()) if (peer.name === name || formatNetAddress(peer.address) === name) return true
    return false
  }

  function dialNamed(kind: 'added' | 'connect', list: Iterable<string>): void {
    for (const text of list) {
      if (!retries[kind].isDue(text)) continue
      if (isConnected(text)) continue
      dial(kind, text, targetOf(text))
    }
  }

  /** An address that fits beside the connections there are. */
  function choose(): NetAddress | undefined {
    const groups = new Set<string>()
    for (const peer of set.all()) if (!peer.inbound) groups.add(netGroupText(peer.address.ip))
    for (const { ip } of dialling.values()) groups.add(netGroupText(ip))
    for (let tries = 0; tries < TRIES; tries++) {
      const found = addrMan.select()
      if (found === undefined) return undefined
      const { ip, lastTry } = found
      const network = networkOf(ip)
      if (groups.has(netGroupText(ip)) || isLocal(ip) || deps.isOwn(found) || deps.isBanned(ip)) continue
      if (network === 'unroutable' || (settings.onlyNet && !settings.onlyNet.includes(network))) continue
      if (network === 'onion' && settings.onionProxy === undefined) continue
      if (lastTry > clock.now() - RECENT_SECONDS && tries < RECENT_TRIES) continue
      return found
    }
    return undefined
  }

  function dialChosen(): void {
    const most = Math.min(MAX_OUTBOUND, settings.maxConnections)
    let chosen = dialling.size
    for (const { kind } of set.all()) if (kind === 'outbound') chosen++
    if (chosen >= most || dialling.size >= MAX_DIALLING) return
    const address = choose()
    if (address === undefined) return
    addrMan.attempt(address)
    const text = formatNetAddress(address)
    dialling.set(text, address)
    dial('outbound', text, { host: ipToText(address.ip), port: address.port })
  }

  return {
    tick() {
      if (signal.aborted) return
      dialNamed('added', added)
      const seed = seeds.shift()
      if (seed !== undefined) dial('seed', seed, targetOf(seed))
      if (settings.connect !== undefined) dialNamed('connect', settings.connect)
      else dialChosen()
    },
    addNode(target) {
      if (added.has(target)) return false
      added.add(target)
      return true
    },
    removeNode(target) {
      retries.added.forget(target)
      return added.delete(target)
    },
    added: () => [...added],
    once(target) {
      if (trying.has(target) || isConnected(target)) return
      trying.add(target)
      dial('once', target, targetOf(target))
    },
    ready(peer) {
      const text = targets.get(peer)
      if (text !== undefined && isNamed(peer.kind)) retries[peer.kind].worked(text)
      if (peer.inbound || peer.proxied) return
      addrMan.good(peer.address)
    },
    closed(peer) {
      const text = targets.get(peer)
      targets.delete(peer)
      if (text !== undefined && isNamed(peer.kind)) retries[peer.kind].lost(text)
      if (!peer.inbound && !peer.proxied && peer.version !== undefined) addrMan.connected(peer.address)
    },
  }
}

/** As it is written everywhere: with its port. */
function nameOf({ host, port }: Target): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
