import type { Chain, ImportQueue } from '../chain/index.ts'
import type { Clock, Logger, MempoolEntry, Random } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
import type { AddrMan } from './addrman/index.ts'
import { type BanList, singleAddress } from './bans/index.ts'
import { createPeerSet, type PeerSet, type PeerSetEvents } from './connections/index.ts'
import { createMessageHandler } from './handleMessage.ts'
import type { Peer, PeerDeps } from './peer/index.ts'
import { createRelay, type Relay } from './relay/index.ts'
import type { P2pSettings } from './settings.ts'
import { createSync, type Sync } from './sync/index.ts'
import { isLocal, isRoutable, type NetAddress, networkOf, userAgent } from './wire/index.ts'

export interface CoreDeps {
  readonly chain: Chain
  readonly importQueue: ImportQueue
  readonly mempool: Mempool
  /** `millis` is monotonic and never mocked */
  readonly clock: Clock
  /** ms of processor time that this thread has used */
  readonly cpuMillis: () => number
  readonly random: Random
  /** unpredictable, at least 32 bytes */
  readonly salt: Uint8Array
  readonly logger: Logger
  readonly bans: BanList
  readonly addrMan: AddrMan
  readonly traffic: PeerDeps['traffic']
  readonly soon: (callback: () => void) => void
  readonly failed: (error: unknown) => void
  /** our own address, if it is known and we listen */
  readonly ownAddress: () => NetAddress | undefined
  /** unconfirmed transactions of our wallet */
  readonly ownTransactions: () => readonly MempoolEntry[]
  /** after sync and relay have handled it */
  readonly changed: (what: 'opened' | 'ready' | 'closed', peer: Peer) => void
}

/** Connections and their messages, without sockets and timers, which `p2p.ts` or a test provides. */
export interface Core {
  readonly set: PeerSet
  readonly sync: Sync
  readonly relay: Relay
  /** about ten times a second */
  tick(): void
  /** Announces our own transactions to peers that do not have them; about twice an hour (p2p.md §4.7). */
  announceAgain(): void
  stop(): void
}

export function createCore(settings: P2pSettings, deps: CoreDeps): Core {
  const { chain, mempool, clock, random, salt, logger, bans, addrMan, changed } = deps
  const { connections, services } = settings

  function introduce(peer: Peer): void {
    if (peer.inbound) return
    const address = deps.ownAddress()
    if (address !== undefined && !sync.isInitialDownload())
      relay.tellAddress(peer, { ...address, services, time: clock.now() })
    relay.askForAddresses(peer)
  }

  const events: PeerSetEvents = {
    opened: (peer) => changed('opened', peer),
    ready(peer) {
      relay.joined(peer)
      sync.joined(peer)
      introduce(peer)
      changed('ready', peer)
    },
    banned(peer, reason) {
      // Banning our own machine's address would ban all local connections, and a proxy's address all behind it.
      if (isLocal(peer.address.ip) || peer.proxied) return
      try {
        bans.add(singleAddress(peer.address.ip), clock.now() + connections.banTime, 'misbehaving', reason)
      } catch (error) {
        logger.warn('a peer could not be banned', { reason: String(error) })
      }
    },
    closed(peer, reason, detail) {
      logger.debug('disconnected', { peer: peer.id, name: peer.name, reason, ...(detail !== undefined && { detail }) })
      relay.left(peer)
      sync.left(peer)
      changed('closed', peer)
    },
    failed(peer, error) {
      const stack = error instanceof Error ? error.stack : undefined
      logger.error('message handling failed', { peer: peer.id, error: String(error), stack })
    },
  }

  const peers = () => set.ready()
  const sync = createSync(settings.sync, {
    ...{ chain, importQueue: deps.importQueue, clock, logger, peers, soon: deps.soon, failed: deps.failed },
  })
  const relay = createRelay(settings.relay, {
    ...{ chain, mempool, addrMan, sync, clock, logger, peers, salt },
    pick: (count) => new DataView(random.bytes(4).buffer).getUint32(0, true) % count,
    isReachable({ ip }) {
      const network = networkOf(ip)
      return network === 'onion' ? connections.onionProxy !== undefined : network !== 'unroutable'
    },
  })
  const set = createPeerSet(settings.peer, {
    ...{ events, random, soon: deps.soon, now: clock.now, millis: clock.millis, traffic: deps.traffic },
    handle: createMessageHandler(sync, relay),
    cpuMillis: deps.cpuMillis,
    isFetching: () => sync.isFetching(),
    isRoutable: ({ ip }) => isRoutable(ip),
    self: (peer) => ({
      services,
      userAgent: userAgent(settings.comments),
      listenPort: connections.port,
      time: clock.now(),
      height: chain.tip().height,
      address: peer.proxied ? undefined : deps.ownAddress(),
    }),
  })

  const subscriptions = [
    chain.subscribe(({ tip, connected }) => {
      if (connected.length > 0) relay.tip(tip)
    }),
    mempool.onChange(({ added }) => {
      if (added.length > 0) relay.transactions(added)
    }),
    bans.onChange(() => {
      for (const peer of [...set.all()]) {
        if (!peer.whitelisted && bans.isBanned(peer.address.ip)) peer.disconnect('banned')
      }
    }),
  ]

  return {
    set,
    sync,
    relay,
    tick() {
      set.tick()
      sync.tick()
      relay.tick()
    },
    announceAgain() {
      if (!sync.isInitialDownload()) relay.transactions(deps.ownTransactions())
    },
    stop() {
      for (const end of subscriptions) end()
      sync.stop()
      set.destroyAll('node shutdown')
    },
  }
}
