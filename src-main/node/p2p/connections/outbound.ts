import type { Clock, Logger } from '../../core/index.ts'
import type { AddrMan } from '../addrman/index.ts'
import { subnetContains } from '../bans/index.ts'
import { type Peer, type PeerKind, socketTransport } from '../peer/index.ts'
import { formatNetAddress, ipToText, type NetAddress, splitHostPort } from '../wire/index.ts'
import { chooseAddress, RECENT_SECONDS } from './chooseAddress.ts'
import type { Dialler, Target } from './dialler.ts'
import { socketAddress } from './inbound.ts'
import type { PeerSet } from './peerSet.ts'
import { createRetries, type Retries } from './retries.ts'
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
  /** starts due connections; a few times a second */
  tick(): void
  /** false: it is there already */
  addNode(target: string): boolean
  removeNode(target: string): boolean
  added(): readonly string[]
  once(target: string): void
  ready(peer: Peer): void
  closed(peer: Peer): void
}

/** Longest pause before a node that a person named is tried again; shorter with -connect, where there are no others. */
const LONGEST_MS = { added: 120_000, connect: 10_000 } as const
/** Addresses of addrman that are connected to at a time. */
const MAX_DIALLING = 2
/** Pause when every known address was tried lately or is of no use: finding that out takes a few milliseconds each time. */
const CHOICE_PAUSE_MS = 1_000

interface OutboundState extends OutboundDeps {
  readonly settings: ConnectionSettings
  /** `-addnode` and the RPC method of that name */
  readonly added: Set<string>
  /** `-seednode`, those not yet asked */
  readonly seeds: string[]
  readonly retries: Readonly<Record<'added' | 'connect', Retries>>
  /** the target that a connection was made for */
  readonly targets: Map<Peer, string>
  /** addresses of addrman that are being connected to: they count like connections */
  readonly dialling: Map<string, NetAddress>
  /** names that are being tried once */
  readonly trying: Set<string>
  /** ms: no address of addrman is chosen before */
  chooseAt: number
}

/** Makes outbound connections: to nodes that a person named, and to addresses of addrman, each of another group (p2p.md §7). */
export function createOutbound(settings: ConnectionSettings, deps: OutboundDeps): Outbound {
  const millis = () => deps.clock.millis()
  const state: OutboundState = {
    ...deps,
    settings,
    added: new Set(settings.addNode),
    seeds: [...settings.seedNode],
    retries: {
      added: createRetries({ millis, longest: LONGEST_MS.added }),
      connect: createRetries({ millis, longest: LONGEST_MS.connect }),
    },
    targets: new Map(),
    dialling: new Map(),
    trying: new Set(),
    chooseAt: 0,
  }
  const { added, trying, targets, retries, addrMan } = state
  return {
    tick: () => tick(state),
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
      if (trying.has(target) || isConnected(state, target)) return
      trying.add(target)
      dial(state, 'once', target, targetOf(state, target))
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

function tick(state: OutboundState): void {
  if (state.signal.aborted) return
  dialNamed(state, 'added', state.added)
  const seed = state.seeds.shift()
  if (seed !== undefined) dial(state, 'seed', seed, targetOf(state, seed))
  if (state.settings.connect !== undefined) dialNamed(state, 'connect', state.settings.connect)
  else dialChosen(state)
}

function dialNamed(state: OutboundState, kind: 'added' | 'connect', list: Iterable<string>): void {
  for (const text of list) {
    if (state.retries[kind].isDue(text) && !isConnected(state, text)) dial(state, kind, text, targetOf(state, text))
  }
}

function dialChosen(state: OutboundState): void {
  const { settings, dialling, set, clock } = state
  if (clock.millis() < state.chooseAt) return
  const outbound = [...set.all()].filter(({ inbound }) => !inbound)
  const chosen = dialling.size + outbound.filter(({ kind }) => kind === 'outbound').length
  if (chosen >= Math.min(MAX_OUTBOUND, settings.maxConnections) || dialling.size >= MAX_DIALLING) return
  const connected = [...outbound.map((peer) => peer.address), ...dialling.values()]
  const address = chooseAddress({ ...state, now: clock.now() }, connected)
  if (address === undefined || address.lastTry > clock.now() - RECENT_SECONDS)
    state.chooseAt = clock.millis() + CHOICE_PAUSE_MS
  if (address === undefined) return
  state.addrMan.attempt(address)
  const text = formatNetAddress(address)
  dialling.set(text, address)
  dial(state, 'outbound', text, { host: ipToText(address.ip), port: address.port })
}

function dial(state: OutboundState, kind: PeerKind, text: string, target: Target): void {
  const { retries, dialling, trying, signal, logger } = state
  if (isNamed(kind)) retries[kind].begin(text)
  connect(state, kind, text, target)
    .catch((error: unknown) => {
      if (signal.aborted) return
      const reason = error instanceof Error ? error.message : String(error)
      logger.debug('connection failed', { peer: text, reason })
      if (isNamed(kind)) retries[kind].failed(text)
    })
    .finally(() => {
      if (kind === 'outbound') dialling.delete(text)
      if (kind === 'once') trying.delete(text)
    })
}

async function connect(state: OutboundState, kind: PeerKind, text: string, target: Target): Promise<void> {
  const { settings, dialler, isBanned, added, set, targets, retries, signal } = state
  const { socket, address, proxied } = await dialler.dial(target, signal)
  if (!proxied && isBanned(address.ip)) {
    socket.destroy()
    throw new Error('banned')
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

function isConnected(state: OutboundState, text: string): boolean {
  const name = nameOf(targetOf(state, text))
  for (const peer of state.set.all()) if (peer.name === name || formatNetAddress(peer.address) === name) return true
  return false
}

const isNamed = (kind: PeerKind): kind is 'added' | 'connect' => kind === 'added' || kind === 'connect'
const targetOf = ({ settings }: OutboundState, text: string) => splitHostPort(text, settings.port)

/** `host:port`, an IPv6 host in brackets. */
function nameOf({ host, port }: Target): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
