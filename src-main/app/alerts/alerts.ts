import type { AlertKind } from '#shared/chains/index.ts'
import type { NodeEvent } from '#shared/events.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import type { ChainManager } from '../chains/chainManager.ts'
import { type AppText, appText } from '../texts/index.ts'
import { type Alert, createGrouping } from './grouping.ts'
import { createHistoryWatch, createOwnTransactionLog, type News, plainText } from './news.ts'

export interface AlertDeps {
  readonly chainManager: Pick<ChainManager, 'onChainEvent' | 'hold' | 'settings' | 'language'>
  show(alert: Alert): void
  /** milliseconds, monotonic */
  now(): number
  /** unix seconds */
  time(): number
  after(milliseconds: number, run: () => void): () => void
  /** bytes that are free where the chains live; null: unknown */
  free(): Promise<number | null>
  /** the person looks at the window, where the end of an own search shows anyway */
  watched(): boolean
}

/** A wallet is looked at no more often. */
const LOOK_MS = 2_000
const ROWS = 30
/** Peers come and go: only a longer absence of all is news. */
const ALONE_MS = 60_000
const DISK_EVERY_MS = 60_000
const LITTLE_SPACE = 500_000_000
const ENOUGH_SPACE = 1_000_000_000

const OF_HISTORY: readonly AlertKind[] = ['coins', 'tokens', 'blocks', 'orders']

interface Watched {
  readonly history: ReturnType<typeof createHistoryWatch>
  ready: boolean
  /** a look is under way or planned */
  looking: boolean
  peers: number
  cancelAlone: (() => void) | undefined
  /** id of the last search that was found */
  claim: number
}

interface AlertState {
  readonly deps: AlertDeps
  readonly chains: Map<string, Watched>
  readonly own: ReturnType<typeof createOwnTransactionLog>
  readonly closed: AbortController
  /** in the language of the moment */
  readonly t: AppText
  add(news: News): void
}

/** Watches all chains and the disk, and shows what a person who looks elsewhere wants to know. Returns the end of it. */
export function createAlerts(deps: AlertDeps): () => void {
  const own = createOwnTransactionLog()
  const t = appText(() => deps.chainManager.language())
  const grouping = createGrouping({ ...deps, t, unwanted: own.has })
  const { settings } = deps.chainManager
  const state: AlertState = {
    ...{ deps, own, t, chains: new Map(), closed: new AbortController() },
    add(news) {
      if (settings.now().notify[news.kind] && !state.closed.signal.aborted) grouping.add(news)
    },
  }
  const unsubscribe = deps.chainManager.onChainEvent((id, event) => handle(state, id, event))
  watchDisk(state)
  return () => {
    state.closed.abort()
    unsubscribe()
    grouping.close()
    for (const { cancelAlone } of state.chains.values()) cancelAlone?.()
  }
}

function watchedOf({ chains }: AlertState, id: string): Watched {
  const known = chains.get(id)
  if (known) return known
  const fresh: Watched = {
    ...{ history: createHistoryWatch(), ready: false, looking: false, peers: 0, cancelAlone: undefined, claim: 0 },
  }
  chains.set(id, fresh)
  return fresh
}

function handle(state: AlertState, id: string, event: NodeEvent): void {
  const watched = watchedOf(state, id)
  if (event.type === 'status') {
    if (event.phase === 'ready' && !watched.ready) look(state, id, watched)
    watched.ready = event.phase === 'ready'
    if (!watched.ready) peersNow(state, id, watched, undefined)
  } else if (event.type === 'tip' || event.type === 'mempool' || event.type === 'wallet') {
    if (watched.ready) look(state, id, watched)
  } else if (event.type === 'peers') {
    peersNow(state, id, watched, event.connections)
  } else if (event.type === 'faucet') {
    const { state: search, id: number } = event.claim
    if (search !== 'found' || number === watched.claim) return
    watched.claim = number
    if (!state.deps.watched()) void announce(state, id, 'claims', state.t('alert.claim'))
  }
}

async function announce(state: AlertState, id: string, kind: AlertKind, text: string): Promise<void> {
  const chain = await state.deps.chainManager.hold(id).catch(() => undefined)
  if (chain !== undefined) state.add({ kind, chain: plainText(chain.label), text })
}

/** @param count undefined: the chain stops */
function peersNow(state: AlertState, id: string, watched: Watched, count: number | undefined): void {
  const lost = count === 0 && watched.peers > 0
  watched.peers = count ?? 0
  if (count === 0 && !lost) return
  watched.cancelAlone?.()
  watched.cancelAlone = undefined
  if (lost)
    watched.cancelAlone = state.deps.after(ALONE_MS, () => void announce(state, id, 'peers', state.t('alert.peers')))
}

/** One look at a time; what comes meanwhile is seen by the next one, a little later. */
function look(state: AlertState, id: string, watched: Watched): void {
  const { deps, closed } = state
  const { notify } = deps.chainManager.settings.now()
  if (watched.looking || !OF_HISTORY.some((kind) => notify[kind])) return
  watched.looking = true
  deps.after(LOOK_MS, () => {
    watched.looking = false
    if (watched.ready && !closed.signal.aborted) void read(state, id, watched)
  })
}

async function read(state: AlertState, id: string, watched: Watched): Promise<void> {
  const { deps } = state
  try {
    const chain = await deps.chainManager.hold(id)
    const client = createRpcClient((method, params) => chain.call(method, params))
    const { rows } = await client.call('listwallethistory', { options: { limit: ROWS } })
    state.own.learn(rows)
    for (const news of watched.history.look(rows, chain, deps.time(), state.t)) state.add(news)
  } catch {
    // The chain stops, or has no wallet: the next event looks again.
  }
}

/** Once when space runs low, and again only after there was enough. */
function watchDisk(state: AlertState): void {
  const { deps, closed } = state
  let low = false
  const check = async () => {
    const free = await deps.free()
    if (closed.signal.aborted) return
    if (free !== null && free < LITTLE_SPACE && !low) {
      low = true
      const text = state.t('alert.disk', { number: Math.floor(free / 1_000_000) })
      state.add({ kind: 'disk', chain: state.t('alert.diskHint'), text })
    } else if (free !== null && free > ENOUGH_SPACE) low = false
    deps.after(DISK_EVERY_MS, () => void check())
  }
  void check()
}
