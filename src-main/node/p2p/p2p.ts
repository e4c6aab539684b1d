import { networkInterfaces } from 'node:os'
import { cpuUsage } from 'node:process'
import type { Database } from 'better-sqlite3'
import type { Clock, Logger, PeerNetwork, SyncState } from '../core/index.ts'
import {
  askDnsSeeds,
  createDialler,
  createInbound,
  createOutbound,
  createOwnAddresses,
  type Listener,
  listen,
  listenPlaces,
  type Outbound,
} from './connections/index.ts'
import { type Core, type CoreDeps, createCore } from './core.ts'
import { createNetworkView } from './networkView.ts'
import type { P2pSettings } from './settings.ts'
import { createSyncStateTracker } from './sync/index.ts'
import { createChangeTime, syncFacts } from './syncFacts.ts'
import { createTrafficHistory, type TrafficHistory } from './trafficHistory.ts'

export interface P2pDeps
  extends Pick<
    CoreDeps,
    'chain' | 'importQueue' | 'mempool' | 'random' | 'logger' | 'bans' | 'addrMan' | 'ownTransactions'
  > {
  readonly clock: Clock
  /** monotonic milliseconds */
  readonly millis: () => number
  readonly db: Database
  readonly saveAddrMan: () => Promise<void>
  readonly fatal: (error: Error) => void
}

export type P2pNotification =
  | { readonly type: 'peers'; readonly connections: number }
  | { readonly type: 'bans' }
  | { readonly type: 'sync'; readonly state: SyncState }

/** The peers of a node. */
export interface P2p extends PeerNetwork {
  /** Listens and connects. @throws Error when an option asks to listen and that fails */
  start(): Promise<void>
  stop(): Promise<void>
  onNotification(listener: (notification: P2pNotification) => void): () => void
  /** announces the wallet's unconfirmed transactions to peers again */
  announceAgain(): void
}

const TICK_MS = 100
const SLOW_TICK_MS = 1_000
const SAVE_ADDRMAN_MS = 15 * 60_000
const ANNOUNCE_AGAIN_MS = 30 * 60_000
/** DNS seeds are asked this much later, unless addrman has led to enough connections by then. */
const SEEDS_AFTER_MS = 11_000
const ENOUGH_OUTBOUND = 2
const SALT_BYTES = 32
/** The source of addresses that no peer sent. */
const NOBODY = new Uint8Array(16)

/** All that start, stop and the timers work with. */
interface P2pState {
  readonly settings: P2pSettings
  readonly deps: P2pDeps
  readonly logger: Logger
  readonly salt: Uint8Array
  readonly core: Core
  readonly outbound: Outbound
  readonly history: TrafficHistory
  readonly tracker: ReturnType<typeof createSyncStateTracker>
  readonly stopping: AbortController
  readonly timers: NodeJS.Timeout[]
  readonly run: RunState
  readonly endSubscription: () => void
}

interface RunState {
  listener: Listener | undefined
  started: boolean
}

export function createP2p(settings: P2pSettings, deps: P2pDeps): P2p {
  const { chain, clock, random, bans, addrMan } = deps
  const { connections } = settings
  const logger = deps.logger.child('p2p')
  const stopping = new AbortController()
  const salt = random.bytes(SALT_BYTES)
  const steady: Clock = { now: clock.now, millis: deps.millis }
  // The traffic history is kept by the wall clock, whatever the chain's clock is set to.
  const history = createTrafficHistory(deps.db, () => Math.floor(clock.millis() / 1000))
  const own = createOwnAddresses(connections, networkInterfaces)
  const listeners = new Set<(notification: P2pNotification) => void>()
  const notify = (notification: P2pNotification) => {
    for (const listener of listeners) listener(notification)
  }
  const run: RunState = { listener: undefined, started: false }
  const core = createCore(settings, {
    ...deps,
    ...{ clock: steady, cpuMillis: threadCpuMillis, salt, logger, traffic: history },
    soon: (callback) => void setImmediate(callback),
    failed: (error) => deps.fatal(error instanceof Error ? error : new Error(String(error))),
    ownAddress: () => (run.listener === undefined ? undefined : own.best()),
    changed(what, peer) {
      if (what === 'ready') outbound.ready(peer)
      if (what === 'closed') outbound.closed(peer)
      notify({ type: 'peers', connections: core.set.size })
    },
  })
  const outbound = createOutbound(connections, {
    ...{ set: core.set, addrMan, logger, signal: stopping.signal, clock: steady, isOwn: own.isOwn },
    isBanned: (ip) => bans.isBanned(ip),
    dialler: createDialler({ ...connections, randomize: connections.proxyRandomize }, { random }),
  })
  const changeTime = createChangeTime(() => [chain.tip(), chain.bestHeader()], clock.now)
  const facts = () => {
    const expects = expectsPeers(settings, run, outbound, addrMan.size)
    return { ...core, chain, now: clock.now(), started: run.started, expects, movedAt: changeTime.at() }
  }
  const tracker = createSyncStateTracker(
    () => syncFacts(settings, facts()),
    (state) => notify({ type: 'sync', state }),
  )
  const endSubscription = bans.onChange(() => notify({ type: 'bans' }))
  const state: P2pState = {
    ...{ settings, deps, logger, salt, core, outbound, history, tracker, stopping, timers: [], run, endSubscription },
  }
  return {
    ...createNetworkView(settings, { ...core, outbound, own, bans, history, state: () => tracker.look() }),
    start: () => start(state),
    stop: () => stop(state),
    announceAgain: core.announceAgain,
    onNotification(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Processor time of this thread in ms; of the whole process on Node.js before 23.9, which cannot tell threads apart. */
function threadCpuMillis(): number {
  const { user, system } = 'threadCpuUsage' in process ? process.threadCpuUsage() : cpuUsage()
  return (user + system) / 1000
}

/** Whether there is any way to get a peer; without one, having no peers is normal. */
function expectsPeers({ connections }: P2pSettings, run: RunState, outbound: Outbound, known: number): boolean {
  const named = (connections.connect ?? connections.seedNode).length + outbound.added().length
  return run.listener !== undefined || named + known > 0 || connections.dnsSeed !== 'off'
}

async function start(state: P2pState): Promise<void> {
  const { settings, deps, core, tracker, stopping, timers, run } = state
  const { dnsSeed } = settings.connections
  await openListener(state)
  if (stopping.signal.aborted) return void (await run.listener?.close())
  run.started = true
  timers.push(
    setInterval(() => fastTick(state), TICK_MS),
    setInterval(() => slowTick(state), SLOW_TICK_MS),
  )
  timers.push(setInterval(() => void saveAddresses(state), SAVE_ADDRMAN_MS))
  timers.push(setInterval(core.announceAgain, ANNOUNCE_AGAIN_MS))
  if (dnsSeed !== 'off') {
    const now = dnsSeed === 'always' || deps.addrMan.size === 0
    timers.push(setTimeout(() => askSeeds(state), now ? 0 : SEEDS_AFTER_MS))
  }
  for (const timer of timers) timer.unref()
  fastTick(state)
  tracker.look()
}

async function stop(state: P2pState): Promise<void> {
  const { core, history, stopping, timers, run } = state
  if (stopping.signal.aborted) return
  stopping.abort(new Error('node shutdown'))
  for (const timer of timers) clearInterval(timer)
  state.endSubscription()
  const closed = run.listener?.close()
  core.stop()
  await closed
  writeHistory(state, history.save)
  await saveAddresses(state)
}

async function openListener({ settings, deps, logger, salt, core, run }: P2pState): Promise<void> {
  const { connections } = settings
  if (!connections.listen) return
  const accept = createInbound(connections, {
    ...{ set: core.set, salt, logger },
    isBanned: (ip) => deps.bans.isBanned(ip),
  })
  try {
    const places = await listenPlaces(connections, connections.port)
    run.listener = await listen(places, (socket, whitelisted) => accept(socket, { whitelisted }))
    logger.info('listening for peers', { ports: run.listener.ports.join(', ') })
  } catch (error) {
    if (connections.listenRequired) throw error
    const reason = error instanceof Error ? error.message : String(error)
    logger.warn(`${reason} Continuing without inbound connections.`)
  }
}

function askSeeds({ settings, deps, logger, core, stopping }: P2pState): void {
  const { dnsSeed, port } = settings.connections
  const { signal } = stopping
  const enough = [...core.set.ready()].filter(({ kind }) => kind === 'outbound').length >= ENOUGH_OUTBOUND
  if (signal.aborted || (enough && dnsSeed !== 'always')) return
  askDnsSeeds({ port, now: deps.clock.now() }, { logger, signal })
    .then((found) => {
      if (found.length > 0) deps.addrMan.add(found, NOBODY, 0)
    })
    .catch((error: unknown) => logger.warn('DNS seeds failed', { reason: String(error) }))
}

function fastTick({ core, outbound }: P2pState): void {
  core.tick()
  outbound.tick()
}

function slowTick(state: P2pState): void {
  writeHistory(state, state.history.tick)
  state.deps.bans.expire()
  state.tracker.look()
}

function saveAddresses({ deps, logger }: P2pState): Promise<void> {
  return deps.saveAddrMan().catch((error: unknown) => {
    logger.warn('addrman: cannot save the addresses', { reason: String(error) })
  })
}

/** The traffic history is not worth a node: a full disk ends it where it matters. */
function writeHistory({ logger }: P2pState, write: () => void): void {
  try {
    write()
  } catch (error) {
    logger.warn('cannot write the traffic history', { reason: String(error) })
  }
}
