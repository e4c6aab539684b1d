import type { Chain, ImportQueue } from '../chain/index.ts'
import type { Clock, Logger, MempoolEntry, Random } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
import type { AddrMan } from './addrman/index.ts'
import { type BanList, singleAddress } from './bans/index.ts'
import { PeerSet } from './connections/index.ts'
import type { DisconnectReason } from './disconnects.ts'
import type { Peer, PeerAdmission, PeerDeps } from './peer/index.ts'
import { Relay } from './relay/index.ts'
import type { P2pSettings } from './settings.ts'
import { Sync } from './sync/index.ts'
import { classifyNetwork, isLocal, isRoutable, type NetAddress, userAgent } from './wire/index.ts'

export interface CoreDeps {
  readonly chain: Chain
  readonly importQueue: ImportQueue
  readonly mempool: Mempool
  /** `millis` is monotonic and never mocked */
  readonly clock: Clock
  /** ms of processor time used by this thread */
  readonly cpuMillis: () => number
  readonly random: Random
  /** unpredictable, at least 32 bytes */
  readonly salt: Uint8Array
  readonly logger: Logger
  readonly bans: BanList
  readonly addrMan: AddrMan
  readonly traffic: PeerDeps<Peer>['traffic']
  readonly soon: (callback: () => void) => void
  readonly failed: (error: unknown) => void
  /** returns our own address, if it is known and the node listens */
  readonly ownAddress: () => NetAddress | undefined
  readonly admission?: PeerAdmission | undefined
  /** returns the wallet's unconfirmed transactions */
  readonly ownTransactions: () => readonly MempoolEntry[]
  /** called after sync and relay have handled the change */
  readonly changed: (what: 'opened' | 'ready' | DisconnectReason, peer: Peer) => void
}

/** Connections and message handling without sockets and timers, which `p2p.ts` or a test provides. */
export class Core {
  readonly set: PeerSet
  readonly sync: Sync
  readonly relay: Relay
  readonly #settings: P2pSettings
  readonly #deps: CoreDeps
  readonly #subscriptions: readonly (() => void)[]

  constructor(settings: P2pSettings, deps: CoreDeps) {
    this.#settings = settings
    this.#deps = deps
    const { chain, importQueue, mempool, clock, logger, soon, failed } = deps
    const peers = () => this.set.ready()
    this.sync = new Sync(settings.sync, { chain, importQueue, clock, logger, peers, soon, failed })
    this.relay = this.#createRelay(peers)
    this.set = this.#createPeerSet()
    this.#subscriptions = [
      chain.subscribe(({ tip, connected }) => {
        if (connected.length > 0) this.relay.tip(tip)
      }),
      mempool.onChange(({ added }) => {
        if (added.length > 0) this.relay.transactions(added)
      }),
      deps.bans.onChange(() => this.#disconnectBanned()),
    ]
  }

  /** Call about ten times a second. */
  tick(): void {
    this.set.tick()
    this.sync.tick()
    this.relay.tick()
  }

  /** Announces our own transactions to peers that lack them. Called about twice an hour (p2p.md §4.7). */
  announceAgain(): void {
    if (!this.sync.isInitialDownload()) this.relay.transactions(this.#deps.ownTransactions())
  }

  stop(): void {
    for (const end of this.#subscriptions) end()
    this.sync.stop()
    this.set.destroyAll('node shutdown')
  }

  #createRelay(peers: () => Iterable<Peer>): Relay {
    const { chain, mempool, addrMan, clock, random, salt, logger } = this.#deps
    const { onionProxy } = this.#settings.connections
    return new Relay(this.#settings.relay, {
      ...{ chain, mempool, addrMan, sync: this.sync, clock, logger, peers, salt },
      pick: (count) => new DataView(random.bytes(4).buffer).getUint32(0, true) % count,
      isReachable({ ip }) {
        const network = classifyNetwork(ip)
        return network === 'onion' ? onionProxy !== undefined : network !== 'unroutable'
      },
    })
  }

  #createPeerSet(): PeerSet {
    const { chain, clock, random, cpuMillis, soon, traffic, ownAddress, changed, admission, logger } = this.#deps
    const { connections, services, comments } = this.#settings
    return new PeerSet(this.#settings.peer, {
      ...{ random, soon, cpuMillis, traffic, admission },
      now: () => clock.now(),
      millis: () => clock.millis(),
      receivers: { sync: this.sync, relay: this.relay },
      isFetching: () => this.sync.isFetching(),
      isRoutable: ({ ip }) => isRoutable(ip),
      self: (peer) => ({
        services,
        userAgent: userAgent(comments),
        listenPort: connections.port,
        time: clock.now(),
        height: chain.tip().height,
        address: peer.proxied ? undefined : ownAddress(),
      }),
      events: {
        opened: (peer) => changed('opened', peer),
        message: ({ id }, { direction, command, bytes }) =>
          logger.debug(`message ${direction}`, { peer: id, command, bytes }),
        ready: (peer) => this.#ready(peer),
        banned: (peer, reason) => this.#ban(peer, reason),
        closed: (peer, reason, detail) => this.#closed(peer, reason, detail),
        failed: (peer, error) => this.#reportFault(peer, error),
      },
    })
  }

  #ready(peer: Peer): void {
    this.relay.joined(peer)
    this.sync.joined(peer)
    const { id, name, inbound, version } = peer
    const { userAgent: agent, startHeight: height } = version ?? {}
    this.#deps.logger.debug('connected', { peer: id, name, inbound, agent, height })
    this.#exchangeAddresses(peer)
    this.#deps.changed('ready', peer)
  }

  #exchangeAddresses(peer: Peer): void {
    if (peer.inbound) return
    const address = this.#deps.ownAddress()
    if (address !== undefined && !this.sync.isInitialDownload()) {
      const { services } = this.#settings
      this.relay.tellAddress(peer, { ...address, services, time: this.#deps.clock.now() })
    }
    this.relay.askForAddresses(peer)
  }

  #closed(peer: Peer, reason: DisconnectReason, detail: string | undefined): void {
    const { id, name } = peer
    this.#deps.logger.debug('disconnected', { peer: id, name, reason, ...(detail !== undefined && { detail }) })
    this.relay.left(peer)
    this.sync.left(peer)
    this.#deps.changed(reason, peer)
  }

  #ban(peer: Peer, reason: string): void {
    const { bans, clock, logger } = this.#deps
    const { ip } = peer.address
    // A ban of our own machine's address would ban all local connections. A ban of a proxy's address would ban all
    // connections through it.
    if (isLocal(ip) || peer.proxied) return
    try {
      bans.add(singleAddress(ip), clock.now() + this.#settings.connections.banTime, 'misbehaving', reason)
    } catch (error) {
      logger.warn('banning a peer failed', { reason: String(error) })
    }
  }

  #disconnectBanned(): void {
    for (const peer of [...this.set.all()]) {
      if (!peer.whitelisted && this.#deps.bans.isBanned(peer.address.ip)) peer.disconnect('banned')
    }
  }

  #reportFault(peer: Peer, error: unknown): void {
    const stack = error instanceof Error ? error.stack : undefined
    this.#deps.logger.error('message handling failed', { peer: peer.id, error: String(error), stack })
  }
}
