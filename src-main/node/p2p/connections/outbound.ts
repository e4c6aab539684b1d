import type { Clock, ConnectAttempt, Logger, TriedNode } from '../../core/index.ts'
import type { AddrMan } from '../addrman/index.ts'
import { subnetContains } from '../bans/index.ts'
import type { DisconnectReason } from '../disconnects.ts'
import { type Peer, type PeerKind, SocketTransport } from '../peer/index.ts'
import { formatNetAddress, ipToText, type NetAddress, splitHostPort } from '../wire/index.ts'
import { chooseAddress, RECENT_SECONDS } from './chooseAddress.ts'
import { type Dialler, formatTarget, type Target } from './dialler.ts'
import { BannedTarget, classifyDialError, classifyEnd } from './failures.ts'
import type { PeerSet } from './peerSet.ts'
import { Retries } from './retries.ts'
import { askDnsSeeds } from './seeds.ts'
import { type ConnectionSettings, MAX_OUTBOUND } from './settings.ts'

export interface OutboundDeps {
  readonly set: Pick<PeerSet, 'all' | 'ready' | 'open'>
  readonly addrMan: AddrMan
  readonly dialler: Pick<Dialler, 'dial'>
  readonly clock: Clock
  readonly logger: Logger
  readonly isBanned: (ip: Uint8Array) => boolean
  /** returns true for our own addresses, to which the node does not connect */
  readonly isOwn: (address: NetAddress) => boolean
  readonly signal: AbortSignal
}

/** Maximum delay before a named node is tried again; shorter with -connect, because no other nodes are tried. */
const MAX_PAUSE_MS = { added: 120_000, connect: 10_000 } as const
/** Maximum number of addresses from addrman dialled at a time. */
const MAX_DIALLING = 2
/** Maximum number of results kept of nodes tried once. */
const MAX_TRIED = 20
/** Pause after no known address was suitable: finding that out takes a few milliseconds each time. */
const CHOICE_PAUSE_MS = 1_000

/** Number of connections to addrman addresses that makes a query of DNS seeds unnecessary. */
const ENOUGH_OUTBOUND = 2
/** Source of addresses that no peer sent. */
const NO_SOURCE = new Uint8Array(16)

/**
 * Makes outbound connections to nodes that the user named, and to addrman addresses in different groups (p2p.md §7).
 */
export class Outbound {
  readonly #settings: ConnectionSettings
  readonly #deps: OutboundDeps
  /** nodes of `-addnode` and of the RPC method addnode */
  readonly #added: Set<string>
  /** nodes of `-seednode` that were not dialled yet */
  readonly #seeds: string[]
  readonly #retries: Readonly<Record<NamedKind, Retries>>
  /** target of each named connection */
  readonly #targets = new Map<Peer, string>()
  /** addrman addresses being dialled; they count like connections */
  readonly #dialling = new Map<string, NetAddress>()
  /** results of the last names that were tried once */
  readonly #tried = new Map<string, TriedNode>()
  /** time in ms before which no addrman address is selected */
  #chooseAt = 0

  constructor(settings: ConnectionSettings, deps: OutboundDeps) {
    this.#settings = settings
    this.#deps = deps
    this.#added = new Set(settings.addNode)
    this.#seeds = [...settings.seedNode]
    const millis = () => deps.clock.millis()
    this.#retries = {
      added: new Retries({ millis, longest: MAX_PAUSE_MS.added }),
      connect: new Retries({ millis, longest: MAX_PAUSE_MS.connect }),
    }
  }

  /** Starts the due connections. Call a few times a second. */
  tick(): void {
    if (this.#deps.signal.aborted) return
    this.#dialNamed('added', this.#added)
    const seed = this.#seeds.shift()
    if (seed !== undefined) this.#dial('seed', seed, this.#parseTarget(seed))
    const { connect } = this.#settings
    if (connect !== undefined) this.#dialNamed('connect', connect)
    else this.#dialChosen()
  }

  /** Adds a node to connect to. Returns false if it was already added. */
  addNode(target: string): boolean {
    if (this.#added.has(target)) return false
    this.#added.add(target)
    return true
  }

  /** Removes an added node and keeps its connection. Returns false if it was not added. */
  removeNode(target: string): boolean {
    this.#retries.added.forget(target)
    return this.#added.delete(target)
  }

  added(): readonly string[] {
    return [...this.#added]
  }

  /** Returns the result of the last connection attempt to an added node. */
  attempt(target: string): ConnectAttempt {
    const { failure, wait } = this.#retries.added.outlook(target)
    const peer = this.#findPeer(target)
    if (peer?.version !== undefined) return { state: 'connected', failure: undefined, retryIn: undefined }
    if (peer !== undefined || wait === undefined) return { state: 'connecting', failure, retryIn: undefined }
    return { state: 'waiting', failure, retryIn: Math.ceil(wait / 1000) }
  }

  /** Returns the results of nodes tried once, oldest first. */
  tried(): readonly TriedNode[] {
    return [...this.#tried.values()]
  }

  /** Connects to a node without retries. An added node is retried at once. */
  once(target: string): void {
    if (this.#added.has(target)) this.#retries.added.retryNow(target)
    else if (this.#findPeer(target) !== undefined) this.#noteTried(target, 'connected')
    else if (this.#tried.get(target)?.state !== 'connecting') {
      this.#noteTried(target, 'connecting')
      this.#dial('once', target, this.#parseTarget(target))
    }
  }

  /** Records a complete handshake. */
  ready(peer: Peer): void {
    const text = this.#targets.get(peer)
    if (text !== undefined && isNamed(peer.kind)) this.#retries[peer.kind].worked(text)
    if (text !== undefined && peer.kind === 'once') this.#noteTried(text, 'connected')
    if (peer.inbound || peer.proxied) return
    this.#deps.addrMan.good(peer.address)
  }

  closed(peer: Peer, reason: DisconnectReason): void {
    const text = this.#targets.get(peer)
    this.#targets.delete(peer)
    const failure = peer.version === undefined || reason === 'banned' ? classifyEnd(reason) : undefined
    if (text !== undefined && isNamed(peer.kind)) this.#retries[peer.kind].lost(text, failure)
    if (text !== undefined && peer.kind === 'once') {
      if (failure === undefined) this.#tried.delete(text)
      else this.#noteTried(text, 'failed', failure)
    }
    if (!peer.inbound && !peer.proxied && peer.version !== undefined) this.#deps.addrMan.connected(peer.address)
  }

  /** Queries the DNS seeds. Does nothing if there are enough connections, unless the settings say `always`. */
  askSeeds(): void {
    const { dnsSeed, port } = this.#settings
    const { set, addrMan, clock, logger, signal } = this.#deps
    const outbound = [...set.ready()].filter(({ kind }) => kind === 'outbound')
    if (signal.aborted || (outbound.length >= ENOUGH_OUTBOUND && dnsSeed !== 'always')) return
    askDnsSeeds({ port, now: clock.now() }, { logger, signal })
      .then((found) => {
        if (found.length > 0) addrMan.add(found, NO_SOURCE, 0)
      })
      .catch((error: unknown) => logger.warn('DNS seeds failed', { reason: String(error) }))
  }

  #dialNamed(kind: NamedKind, list: Iterable<string>): void {
    for (const text of list) {
      if (this.#retries[kind].isDue(text) && this.#findPeer(text) === undefined)
        this.#dial(kind, text, this.#parseTarget(text))
    }
  }

  #dialChosen(): void {
    const { set, clock, addrMan } = this.#deps
    const dialling = this.#dialling
    if (clock.millis() < this.#chooseAt) return
    const outbound = [...set.all()].filter(({ inbound }) => !inbound)
    const chosen = dialling.size + outbound.filter(({ kind }) => kind === 'outbound').length
    if (chosen >= Math.min(MAX_OUTBOUND, this.#settings.maxConnections) || dialling.size >= MAX_DIALLING) return
    const connected = [...outbound.map((peer) => peer.address), ...dialling.values()]
    const address = chooseAddress({ ...this.#deps, settings: this.#settings, now: clock.now() }, connected)
    if (address === undefined || address.lastTry > clock.now() - RECENT_SECONDS)
      this.#chooseAt = clock.millis() + CHOICE_PAUSE_MS
    if (address === undefined) return
    addrMan.attempt(address)
    const text = formatNetAddress(address)
    dialling.set(text, address)
    this.#dial('outbound', text, { host: ipToText(address.ip), port: address.port })
  }

  #dial(kind: PeerKind, text: string, target: Target): void {
    const { signal, logger } = this.#deps
    if (isNamed(kind)) this.#retries[kind].begin(text)
    this.#connect(kind, text, target)
      .catch((error: unknown) => {
        if (signal.aborted) return
        const reason = error instanceof Error ? error.message : String(error)
        logger.debug('connection failed', { peer: text, reason })
        const failure = classifyDialError(error)
        if (isNamed(kind)) this.#retries[kind].failed(text, failure)
        if (kind === 'once') this.#noteTried(text, 'failed', failure)
      })
      .finally(() => {
        if (kind === 'outbound') this.#dialling.delete(text)
      })
  }

  async #connect(kind: PeerKind, text: string, target: Target): Promise<void> {
    const { dialler, isBanned, set, signal } = this.#deps
    const { socket, address, proxied } = await dialler.dial(target, signal)
    if (!proxied && isBanned(address.ip)) {
      socket.destroy()
      throw new BannedTarget()
    }
    if (kind === 'added' && !this.#added.has(text)) return void socket.destroy()
    const whitelisted = !proxied && this.#settings.whitelist.some((subnet) => subnetContains(subnet, address.ip))
    const name = isNamed(kind) || kind === 'once' ? formatTarget(target) : formatNetAddress(address)
    const facts = { kind, inbound: false, whitelisted, address, name, proxied }
    const peer = set.open(facts, new SocketTransport(socket))
    if (!peer.closed) this.#targets.set(peer, text)
    if (isNamed(kind)) this.#retries[kind].connected(text)
  }

  /** Returns the inbound or outbound connection to a target. */
  #findPeer(text: string): Peer | undefined {
    const name = formatTarget(this.#parseTarget(text))
    for (const peer of this.#deps.set.all())
      if (peer.name === name || formatNetAddress(peer.address) === name) return peer
    return undefined
  }

  #noteTried(target: string, state: TriedNode['state'], failure?: TriedNode['failure']): void {
    this.#tried.delete(target)
    this.#tried.set(target, { target, state, failure, retryIn: undefined })
    for (const oldest of this.#tried.keys()) {
      if (this.#tried.size <= MAX_TRIED) break
      this.#tried.delete(oldest)
    }
  }

  #parseTarget(text: string): Target {
    return splitHostPort(text, this.#settings.port)
  }
}

type NamedKind = 'added' | 'connect'

const isNamed = (kind: PeerKind): kind is NamedKind => kind === 'added' || kind === 'connect'
