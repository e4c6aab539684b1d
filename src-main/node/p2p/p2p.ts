import { networkInterfaces } from 'node:os'
import type { Database } from 'better-sqlite3'
import type { Clock, PeerNetwork, SyncState } from '../interfaces.ts'
import {
  askDnsSeeds,
  createDialler,
  createInbound,
  createOutbound,
  createOwnAddresses,
  type Listener,
  listen,
  listenPlaces,
} from './connections/index.ts'
import { type CoreDeps, createCore } from './core.ts'
import { createNetworkView } from './networkView.ts'
import type { P2pSettings } from './settings.ts'
import { createSyncStateTracker, type SyncFacts } from './sync/index.ts'
import { createTrafficHistory } from './trafficHistory.ts'

export interface P2pDeps
  extends Pick<CoreDeps, 'chain' | 'mempool' | 'random' | 'logger' | 'bans' | 'addrMan' | 'ownTransactions'> {
  readonly clock: Clock
  /** milliseconds that never go back */
  readonly millis: () => number
  readonly db: Database
  readonly saveAddrMan: () => Promise<void>
  readonly fatal: (error: Error) => void
}

export type P2pNews =
  | { readonly type: 'peers'; readonly connections: number }
  | { readonly type: 'bans' }
  | { readonly type: 'sync'; readonly state: SyncState }

/** The peers of a node, and their beginning and end. */
export interface P2p extends PeerNetwork {
  /** Listens and connects. @throws Error when a person asked to listen and it cannot be done */
  start(): Promise<void>
  stop(): Promise<void>
  onNews(listener: (news: P2pNews) => void): () => void
  /** tells peers once more of the wallet's transactions that wait */
  announceAgain(): void
}

const LOOP_MS = 100
const SLOW_LOOP_MS = 1_000
const SAVE_BOOK_MS = 15 * 60_000
const ANNOUNCE_AGAIN_MS = 30 * 60_000
/** If the address book helps itself within this time, seeds are not asked. */
const SEEDS_AFTER_MS = 11_000
const ENOUGH_OUTBOUND = 2
const SALT_BYTES = 32
const NOBODY = new Uint8Array(16)

export function createP2p(settings: P2pSettings, deps: P2pDeps): P2p {
  const { chain, clock, millis, random, bans, addrMan } = deps
  const { connections } = settings
  const logger = deps.logger.child('p2p')
  const stopping = new AbortController()
  const { signal } = stopping
  const salt = random.bytes(SALT_BYTES)
  const steady: Clock = { now: clock.now, millis }
  // The picture of the traffic goes by the wall clock, whatever the chain's clock is set to.
  const history = createTrafficHistory(deps.db, () => Math.floor(clock.millis() / 1000))
  const own = createOwnAddresses(connections, networkInterfaces)
  const listeners = new Set<(news: P2pNews) => void>()
  const tell = (news: P2pNews) => {
    for (const listener of listeners) listener(news)
  }
  let listener: Listener | undefined
  let started = false
  const timers: NodeJS.Timeout[] = []

  const core = createCore(settings, {
    ...deps,
    ...{ clock: steady, salt, logger, traffic: history },
    soon: (callback) => void setImmediate(callback),
    failed: (error) => deps.fatal(error instanceof Error ? error : new Error(String(error))),
    ownAddress: () => (listener === undefined ? undefined : own.best()),
    changed(what, peer) {
      if (what === 'ready') outbound.ready(peer)
      if (what === 'closed') outbound.closed(peer)
      tell({ type: 'peers', connections: set.size })
    },
  })
  const { set, sync, relay } = core
  const endTelling = bans.onChange(() => tell({ type: 'bans' }))
  const isBanned = (ip: Uint8Array) => bans.isBanned(ip)
  const outbound = createOutbound(connections, {
    ...{ set, addrMan, logger, isBanned, signal, clock: steady, isOwn: own.isOwn },
    dialler: createDialler({ ...connections, randomize: connections.proxyRandomize }, { random }),
  })
  const arrived = createInbound(connections, { set, isBanned, salt, logger })
  const isExpecting = () =>
    listener !== undefined ||
    (connections.connect ?? connections.seedNode).length + outbound.added().length + addrMan.size > 0 ||
    connections.dnsSeed !== 'off'
  const movement = createMovement(() => [chain.tip(), chain.bestHeader()], clock.now)
  const tracker = createSyncStateTracker(
    () =>
      syncFacts(settings, {
        ...core,
        chain,
        now: clock.now(),
        started,
        expects: isExpecting(),
        movedAt: movement.at(),
      }),
    (state) => tell({ type: 'sync', state }),
  )

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

  function askSeeds(): void {
    const enough = [...set.ready()].filter(({ kind }) => kind === 'outbound').length >= ENOUGH_OUTBOUND
    if (signal.aborted || (enough && connections.dnsSeed !== 'always')) return
    askDnsSeeds({ port: connections.port, now: clock.now() }, { logger, signal })
      .then((found) => {
        if (found.length > 0) addrMan.add(found, NOBODY, 0)
      })
      .catch((error: unknown) => logger.warn('seeds could not be asked', { reason: String(error) }))
  }

  function save(): Promise<void> {
    return deps.saveAddrMan().catch((error: unknown) => {
      logger.warn('the addresses of other nodes could not be saved', { reason: String(error) })
    })
  }

  function loop(): void {
    core.tick()
    outbound.tick()
  }

  /** A picture of the traffic is not worth a node: a disk that is full ends it where it matters. */
  function quietly(write: () => void): void {
    try {
      write()
    } catch (error) {
      logger.warn('the traffic history could not be written', { reason: String(error) })
    }
  }

  function slowLoop(): void {
    quietly(history.tick)
    bans.expire()
    tracker.look()
  }

  return {
    ...createNetworkView(settings, {
      ...{ set, sync, relay, outbound, own, bans, history },
      state: () => tracker.look(),
    }),
    async start() {
      await openListener()
      if (signal.aborted) return void (await listener?.close())
      started = true
      timers.push(setInterval(loop, LOOP_MS), setInterval(slowLoop, SLOW_LOOP_MS))
      timers.push(setInterval(() => void save(), SAVE_BOOK_MS))
      timers.push(setInterval(core.announceAgain, ANNOUNCE_AGAIN_MS))
      if (connections.dnsSeed !== 'off') {
        const now = connections.dnsSeed === 'always' || addrMan.size === 0
        timers.push(setTimeout(askSeeds, now ? 0 : SEEDS_AFTER_MS))
      }
      for (const timer of timers) timer.unref()
      loop()
      tracker.look()
    },
    async stop() {
      if (signal.aborted) return
      stopping.abort(new Error('the node stops'))
      for (const timer of timers) clearInterval(timer)
      endTelling()
      const closed = listener?.close()
      core.stop()
      await closed
      quietly(history.save)
      await save()
    },
    announceAgain: core.announceAgain,
    onNews(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** When any of some things was last seen to be another than before. */
function createMovement(look: () => readonly unknown[], now: () => number) {
  let seen = look()
  let at = now()
  return {
    at(): number {
      const current = look()
      if (current.some((thing, index) => thing !== seen[index])) at = now()
      seen = current
      return at
    },
  }
}

interface Situation extends Pick<ReturnType<typeof createCore>, 'set' | 'sync'> {
  readonly chain: P2pDeps['chain']
  readonly now: number
  readonly started: boolean
  readonly expects: boolean
  readonly movedAt: number
}

function syncFacts(settings: P2pSettings, { set, sync, chain, now, started, expects, movedAt }: Situation): SyncFacts {
  const tip = chain.tip()
  const best = chain.bestHeader()
  const ready = [...set.ready()]
  return {
    ...{ now, movedAt },
    starting: !started,
    expectsPeers: expects,
    peers: ready.length,
    outbound: ready.filter(({ inbound }) => !inbound).length,
    height: tip.height,
    tipTime: tip.time,
    headers: best.height,
    replaced: best.chainWork > tip.chainWork ? tip.height - sync.path.forkOf(tip, best).height : 0,
    peersHeight: sync.bestHeight() ?? -1,
    inFlight: sync.pending().inFlight,
    spacing: settings.sync.spacing,
    waitingFor: sync.waitingFor()?.id,
    blocked: chain.blocked(),
    otherBranch: sync.otherBranch(),
  }
}
