import { networkInterfaces } from 'node:os'
import type { Database } from 'better-sqlite3'
import type {
  AddedNode,
  Clock,
  LocalAddress,
  Logger,
  NetworkInfo,
  PeerDetails,
  PeerInfo,
  SyncState,
  TrafficSample,
  TriedNode,
} from '../core/index.ts'
import { BanCalls } from './banCalls.ts'
import { ChangeTime } from './changeTime.ts'
import { Dialler, Inbound, Outbound, OwnAddresses } from './connections/index.ts'
import { Core, type CoreDeps } from './core.ts'
import type { DisconnectReason } from './disconnects.ts'
import { describeAddedNode, describeNetwork, disconnectNamed } from './networkView.ts'
import type { Peer } from './peer/index.ts'
import type { P2pNotification, PeerService } from './peerService.ts'
import type { P2pSettings } from './settings.ts'
import { type SyncFacts, SyncStateTracker } from './sync/index.ts'
import { collectSyncFacts } from './syncFacts.ts'
import { threadCpuMillis } from './threadCpuMillis.ts'
import { TrafficHistory } from './trafficHistory.ts'
import { type PeerContext, peerDetails, peerInfo } from './views.ts'
import { userAgent } from './wire/index.ts'

export interface P2pDeps
  extends Pick<
    CoreDeps,
    'chain' | 'importQueue' | 'mempool' | 'random' | 'logger' | 'bans' | 'addrMan' | 'ownTransactions' | 'admission'
  > {
  readonly clock: Clock
  /** monotonic clock in ms */
  readonly millis: () => number
  readonly db: Database
  readonly saveAddrMan: () => Promise<void>
  readonly fatal: (error: Error) => void
}

const TICK_MS = 100
const SLOW_TICK_MS = 1_000
const SAVE_ADDRMAN_MS = 15 * 60_000
const ANNOUNCE_AGAIN_MS = 30 * 60_000
/** Delay before DNS seeds are queried, unless addrman has led to enough connections by then. */
const SEEDS_AFTER_MS = 11_000
const SALT_BYTES = 32

/** The p2p network of a node: joins connections, sync, relay, addrman and bans. */
export class P2p extends BanCalls implements PeerService {
  readonly enabled = true
  readonly services: bigint
  readonly userAgent: string
  readonly defaultBanTime: number
  readonly #settings: P2pSettings
  readonly #deps: P2pDeps
  readonly #logger: Logger
  readonly #core: Core
  readonly #inbound: Inbound
  readonly #outbound: Outbound
  readonly #own: OwnAddresses
  readonly #history: TrafficHistory
  readonly #changeTime: ChangeTime
  readonly #tracker: SyncStateTracker
  readonly #stopping = new AbortController()
  readonly #timers: NodeJS.Timeout[] = []
  readonly #listeners = new Set<(notification: P2pNotification) => void>()
  readonly #endSubscription: () => void
  #started = false

  constructor(settings: P2pSettings, deps: P2pDeps) {
    const { chain, clock, random, bans, addrMan } = deps
    const { connections } = settings
    const logger = deps.logger.child('p2p')
    const salt = random.bytes(SALT_BYTES)
    const steady: Clock = { now: () => clock.now(), millis: deps.millis }
    const isBanned = (ip: Uint8Array) => bans.isBanned(ip)
    super(bans)
    this.services = settings.services
    this.userAgent = userAgent(settings.comments)
    this.defaultBanTime = connections.banTime
    this.#settings = settings
    this.#deps = deps
    this.#logger = logger
    // The traffic history uses the wall clock, whatever the chain's clock is set to.
    this.#history = new TrafficHistory(deps.db, () => Math.floor(clock.millis() / 1000))
    this.#own = new OwnAddresses(connections, networkInterfaces)
    this.#core = new Core(settings, {
      ...deps,
      ...{ clock: steady, cpuMillis: threadCpuMillis, salt, logger, traffic: this.#history },
      soon: (callback) => void setImmediate(callback),
      failed: (error) => deps.fatal(error instanceof Error ? error : new Error(String(error))),
      ownAddress: () => (this.#inbound.isListening ? this.#own.best() : undefined),
      changed: (what, peer) => this.#changed(what, peer),
    })
    const { set } = this.#core
    this.#inbound = new Inbound(connections, { set, salt, logger, isBanned })
    this.#outbound = new Outbound(connections, {
      ...{ set, addrMan, logger, signal: this.#stopping.signal, clock: steady, isBanned },
      isOwn: (address) => this.#own.isOwn(address),
      dialler: new Dialler({ ...connections, randomize: connections.proxyRandomize }, { random }),
    })
    this.#changeTime = new ChangeTime(
      () => [chain.tip(), chain.bestHeader()],
      () => clock.now(),
    )
    this.#tracker = new SyncStateTracker(
      () => this.#syncFacts(),
      (state) => this.#notify({ type: 'sync', state }),
    )
    this.#endSubscription = bans.onChange(() => this.#notify({ type: 'bans' }))
  }

  async start(): Promise<void> {
    const { dnsSeed } = this.#settings.connections
    const timers = this.#timers
    await this.#inbound.open()
    if (this.#stopping.signal.aborted) return void (await this.#inbound.close())
    this.#started = true
    timers.push(
      setInterval(() => this.#fastTick(), TICK_MS),
      setInterval(() => this.#slowTick(), SLOW_TICK_MS),
      setInterval(() => void this.#saveAddresses(), SAVE_ADDRMAN_MS),
      setInterval(() => this.announceAgain(), ANNOUNCE_AGAIN_MS),
    )
    if (dnsSeed !== 'off') {
      const now = dnsSeed === 'always' || this.#deps.addrMan.size === 0
      timers.push(setTimeout(() => this.#outbound.askSeeds(), now ? 0 : SEEDS_AFTER_MS))
    }
    for (const timer of timers) timer.unref()
    this.#fastTick()
    this.#tracker.update()
  }

  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return
    this.#stopping.abort(new Error('node shutdown'))
    for (const timer of this.#timers) clearInterval(timer)
    this.#endSubscription()
    const closed = this.#inbound.close()
    this.#core.stop()
    await closed
    this.#writeHistory(() => this.#history.save())
    await this.#saveAddresses()
  }

  onNotification(listener: (notification: P2pNotification) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  announceAgain(): void {
    this.#core.announceAgain()
  }

  peers(): readonly PeerInfo[] {
    return [...this.#core.set.all()].map((peer) => peerInfo(peer, this.#context(peer)))
  }

  peer(id: number): PeerDetails | undefined {
    const peer = this.#core.set.get(id)
    return peer && peerDetails(peer, this.#context(peer))
  }

  connectionCount(): number {
    return this.#core.set.size
  }

  totals(): { readonly received: number; readonly sent: number } {
    return this.#history.totals
  }

  longestHeight(): number {
    return this.#core.sync.bestHeight() ?? -1
  }

  addedNodes(): readonly AddedNode[] {
    const { port } = this.#settings.connections
    return this.#outbound.added().map((target) => ({
      ...describeAddedNode(target, this.#core.set.all(), port),
      attempt: this.#outbound.attempt(target),
    }))
  }

  triedNodes(): readonly TriedNode[] {
    return this.#outbound.tried()
  }

  addNode(target: string): boolean {
    return this.#outbound.addNode(target)
  }

  removeNode(target: string): boolean {
    return this.#outbound.removeNode(target)
  }

  tryOnce(target: string): void {
    this.#outbound.once(target)
  }

  disconnect(addr: string): boolean {
    return disconnectNamed(addr, [...this.#core.set.all()], this.#settings.connections.port)
  }

  ping(): void {
    for (const peer of this.#core.set.all()) peer.ping()
  }

  networks(): readonly NetworkInfo[] {
    return (['ipv4', 'ipv6', 'onion', ''] as const).map((name) => describeNetwork(name, this.#settings.connections))
  }

  localAddresses(): readonly LocalAddress[] {
    return this.#own.list()
  }

  syncState(): SyncState {
    return this.#tracker.update()
  }

  trafficHistory(seconds: number): readonly TrafficSample[] {
    return this.#history.last(seconds)
  }

  #context(peer: Peer): PeerContext {
    return { progress: this.#core.sync.progress(peer), ...this.#core.relay.about(peer) }
  }

  #notify(notification: P2pNotification): void {
    for (const listener of this.#listeners) listener(notification)
  }

  #changed(what: 'opened' | 'ready' | DisconnectReason, peer: Peer): void {
    if (what === 'ready') this.#outbound.ready(peer)
    else if (what !== 'opened') this.#outbound.closed(peer, what)
    this.#notify({ type: 'peers', connections: this.#core.set.size })
  }

  #syncFacts(): SyncFacts {
    const { set, sync } = this.#core
    const { chain, clock } = this.#deps
    const movedAt = this.#changeTime.update()
    const facts = { set, sync, chain, now: clock.now(), started: this.#started, expects: this.#expectsPeers(), movedAt }
    return collectSyncFacts(this.#settings, facts)
  }

  /** Returns true if the settings allow any way to get a peer; otherwise having no peers is normal. */
  #expectsPeers(): boolean {
    const { connect, seedNode, dnsSeed } = this.#settings.connections
    const named = (connect ?? seedNode).length + this.#outbound.added().length
    return this.#inbound.isListening || named + this.#deps.addrMan.size > 0 || dnsSeed !== 'off'
  }

  #fastTick(): void {
    this.#core.tick()
    this.#outbound.tick()
  }

  #slowTick(): void {
    this.#writeHistory(() => this.#history.tick())
    this.#deps.bans.expire()
    this.#tracker.update()
  }

  async #saveAddresses(): Promise<void> {
    try {
      await this.#deps.saveAddrMan()
    } catch (error) {
      this.#logger.warn('addrman: cannot save the addresses', { reason: String(error) })
    }
  }

  /** Writes the traffic history. A failure does not stop the node: a full disk stops it elsewhere if necessary. */
  #writeHistory(write: () => void): void {
    try {
      write()
    } catch (error) {
      this.#logger.warn('cannot write the traffic history', { reason: String(error) })
    }
  }
}
