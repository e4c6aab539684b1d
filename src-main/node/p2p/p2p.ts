import { networkInterfaces } from 'node:os'
import type { Database } from 'better-sqlite3'
import type { Chain } from '../chain/index.ts'
import type { Clock, Logger, PeerNetwork, Random, SyncState } from '../interfaces.ts'
import type { Mempool } from '../mempool/index.ts'
import type { AddressBook } from './addressBook/index.ts'
import { type BanList, singleAddress } from './bans/index.ts'
import {
  askDnsSeeds,
  createDialler,
  createInbound,
  createOutbound,
  createOwnAddresses,
  createPeerSet,
  type Listener,
  listen,
  listenPlaces,
  type PeerSetEvents,
} from './connections/index.ts'
import { createNetworkView } from './networkView.ts'
import { createRelay } from './relay/index.ts'
import type { P2pSettings } from './settings.ts'
import { createSync, createSyncStateBoard, type SyncFacts } from './sync/index.ts'
import { createTrafficHistory } from './trafficHistory.ts'
import { isLocal, isRoutable, networkOf, userAgent } from './wire/index.ts'

export interface P2pDeps {
  readonly chain: Chain
  readonly mempool: Mempool
  readonly clock: Clock
  /** milliseconds that never go back */
  readonly millis: () => number
  readonly random: Random
  readonly logger: Logger
  readonly db: Database
  readonly bans: BanList
  readonly book: AddressBook
  readonly saveBook: () => Promise<void>
  readonly fatal: (error: Error) => void
}

export type P2pNews =
  | { readonly type: 'peers'; readonly connections: number }
  | { readonly type: 'sync'; readonly state: SyncState }

/** The peers of a node, and their beginning and end. */
export interface P2p extends PeerNetwork {
  /** Listens and connects. @throws Error when a person asked to listen and it cannot be done */
  start(): Promise<void>
  stop(): Promise<void>
  onNews(listener: (news: P2pNews) => void): () => void
}

const LOOP_MS = 100
const SLOW_LOOP_MS = 1_000
const SAVE_BOOK_MS = 15 * 60_000
/** If the address book helps itself within this time, seeds are not asked. */
const SEEDS_AFTER_MS = 11_000
const ENOUGH_OUTBOUND = 2
const SALT_BYTES = 32

export function createP2p(settings: P2pSettings, deps: P2pDeps): P2p {
  const { chain, mempool, clock, millis, random, bans, book } = deps
  const logger = deps.logger.child('p2p')
  const stopping = new AbortController()
  const { signal } = stopping
  const soon = (callback: () => void) => void setImmediate(callback)
  const salt = random.bytes(SALT_BYTES)
  const listeners = new Set<(news: P2pNews) => void>()
  const tell = (news: P2pNews) => {
    for (const listener of listeners) listener(news)
  }
  const { connections } = settings
  const steady: Clock = { now: clock.now, millis }
  const history = createTrafficHistory(deps.db, () => Math.floor(clock.millis() / 1000))
  const own = createOwnAddresses(connections, networkInterfaces)
  let listener: Listener | undefined
  let started = false
  let movedAt = clock.now()
  const timers: NodeJS.Timeout[] = []

  const events: PeerSetEvents = {
    opened: tellPeers,
    ready(peer) {
      relay.joined(peer)
      sync.joined(peer)
      outbound.ready(peer)
      if (peer.inbound) return tellPeers()
      const address = own.best()
      if (listener !== undefined && address !== undefined && !sync.isInitialDownload()) {
        relay.tellAddress(peer, { ...address, services: settings.services, time: clock.now() })
      }
      relay.askForAddresses(peer)
      tellPeers()
    },
    message(peer, message) {
      const work = relay.message(peer, message)
      if (peer.kind === 'seed' && message.type === 'addr') peer.disconnect('it has told its addresses')
      return work
    },
    banned(peer, reason) {
      // A whole machine's worth of other connections hangs on its own address.
      if (isLocal(peer.address.ip) || peer.proxied) return
      try {
        bans.add(singleAddress(peer.address.ip), clock.now() + connections.banTime, 'misbehaving', reason)
      } catch (error) {
        logger.warn('a peer could not be banned', { reason: String(error) })
      }
    },
    closed(peer, reason) {
      logger.debug('a connection ended', { peer: peer.id, name: peer.name, reason })
      relay.left(peer)
      outbound.closed(peer)
      sync.left(peer)
      tellPeers()
    },
    failed(peer, error) {
      logger.error('a message could not be handled', {
        peer: peer.id,
        error: String(error),
        stack: (error as Error).stack,
      })
    },
  }

  const set = createPeerSet(settings.peer, {
    events,
    random,
    soon,
    now: clock.now,
    millis,
    traffic: history,
    isRoutable: ({ ip }) => isRoutable(ip),
    self: (peer) => ({
      services: settings.services,
      userAgent: userAgent(settings.comments),
      listenPort: connections.port,
      time: clock.now(),
      height: chain.tip().height,
      address: peer.proxied ? undefined : own.best(),
    }),
  })
  const peers = () => set.ready()
  const failed = (error: unknown) => deps.fatal(error instanceof Error ? error : new Error(String(error)))
  const sync = createSync(settings.sync, { chain, clock: steady, logger, peers, soon, failed })
  const isReachable = ({ ip }: { readonly ip: Uint8Array }) => {
    const network = networkOf(ip)
    return network === 'onion' ? connections.onionProxy !== undefined : network !== 'unroutable'
  }
  const pick = (count: number) => new DataView(random.bytes(4).buffer).getUint32(0, true) % count
  const relay = createRelay(settings.relay, {
    ...{ chain, mempool, book, sync, logger, peers, salt, pick, isReachable },
    clock: steady,
  })
  const dialler = createDialler({ ...connections, randomize: connections.proxyRandomize }, { random })
  const isBanned = (ip: Uint8Array) => bans.isBanned(ip)
  const outbound = createOutbound(connections, {
    ...{ set, book, dialler, logger, isBanned, signal },
    clock: steady,
    isOwn: own.isOwn,
  })
  const arrived = createInbound(connections, { set, isBanned, salt, logger })

  function tellPeers(): void {
    tell({ type: 'peers', connections: connectionCount() })
  }

  function connectionCount(): number {
    return set.size
  }

  function facts(): SyncFacts {
    const tip = chain.tip()
    const best = chain.bestHeader()
    const replaced = best.chainWork > tip.chainWork ? tip.height - sync.path.forkOf(tip, best).height : 0
    const ready = [...set.ready()]
    const named = connections.connect !== undefined || outbound.added().length + connections.seedNode.length > 0
    return {
      now: clock.now(),
      starting: !started,
      indexing: undefined,
      expectsPeers: listener !== undefined || named || connections.dnsSeed !== 'off' || book.size > 0,
      peers: ready.length,
      outbound: ready.filter(({ inbound }) => !inbound).length,
      height: tip.height,
      tipTime: tip.time,
      headers: best.height,
      replaced,
      peersHeight: sync.claimedHeight() ?? -1,
      inFlight: sync.pending().inFlight,
      movedAt,
      spacing: settings.sync.spacing,
      waitingFor: sync.waitingFor()?.id,
    }
  }
  const board = createSyncStateBoard(facts, (state) => tell({ type: 'sync', state }))

  const unsubscribe = [
    chain.subscribe(({ tip, connected }) => {
      movedAt = clock.now()
      if (connected.length > 0) relay.tip(tip)
    }),
    mempool.onChange(({ added }) => {
      if (added.length > 0) relay.transactions(added)
    }),
    bans.onChange(() => {
      for (const peer of [...set.all()]) {
        if (!peer.whitelisted && isBanned(peer.address.ip)) peer.disconnect('it is banned')
      }
    }),
  ]

  function loop(): void {
    set.tick()
    sync.tick()
    relay.tick()
    outbound.tick()
  }

  let bestHeader = chain.bestHeader()
  function slowLoop(): void {
    history.tick()
    if (chain.bestHeader() !== bestHeader) {
      bestHeader = chain.bestHeader()
      movedAt = clock.now()
    }
    board.look()
  }

  async function openListener(): Promise<void> {
    if (!connections.listen) return
    try {
      const places = listenPlaces(connections, connections.port)
      listener = await listen(places, (socket, whitelisted) => arrived(socket, { whitelisted }))
      logger.info('peers can connect', { ports: listener.ports.join(', ') })
    } catch (error) {
      if (connections.listenRequired) throw error
      logger.warn(`${error instanceof Error ? error.message : String(error)} This node goes on without being found.`)
    }
  }

  function seed(): void {
    const ask = () => {
      const enough = [...set.ready()].filter(({ kind }) => kind === 'outbound').length >= ENOUGH_OUTBOUND
      if (signal.aborted || (enough && connections.dnsSeed !== 'always')) return
      askDnsSeeds({ port: connections.port, now: clock.now() }, { logger, signal })
        .then((found) => {
          if (found.length > 0) book.add(found, NOBODY, 0)
        })
        .catch((error: unknown) => logger.warn('seeds could not be asked', { reason: String(error) }))
    }
    if (connections.dnsSeed === 'off') return
    if (connections.dnsSeed === 'always' || book.size === 0) ask()
    else timers.push(setTimeout(ask, SEEDS_AFTER_MS))
  }

  function save(): Promise<void> {
    return deps.saveBook().catch((error: unknown) => {
      logger.warn('the addresses of other nodes could not be saved', { reason: String(error) })
    })
  }

  const view = createNetworkView(settings, {
    ...{ set, sync, relay, outbound, own, bans, history },
    state: () => board.look(),
  })

  return {
    ...view,
    async start() {
      await openListener()
      if (signal.aborted) return void (await listener?.close())
      started = true
      movedAt = clock.now()
      timers.push(setInterval(loop, LOOP_MS), setInterval(slowLoop, SLOW_LOOP_MS))
      timers.push(setInterval(() => void save(), SAVE_BOOK_MS))
      for (const timer of timers) timer.unref()
      seed()
      loop()
      board.look()
    },
    async stop() {
      if (signal.aborted) return
      stopping.abort(new Error('the node stops'))
      for (const timer of timers) clearInterval(timer)
      for (const end of unsubscribe) end()
      sync.stop()
      const closed = listener?.close()
      set.destroyAll('this node stops')
      await closed
      history.save()
      await save()
    },
    onNews(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const NOBODY = new Uint8Array(16)
