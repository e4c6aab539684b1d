import type { AlertKind } from '#shared/chains/index.ts'
import type { NodeEvent } from '#shared/events.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import type { AppSettingsStore } from '../appSettings/index.ts'
import type { ChainManager } from '../chains/chainManager.ts'
import { type AppText, type AppTextKey, appText } from '../texts/index.ts'
import { type Alert, AlertGrouping } from './alertGrouping.ts'
import { HistoryWatch, type News, OwnTransactionLog, plainText } from './news.ts'

export interface AlertDeps {
  readonly chainManager: Pick<ChainManager, 'onChainEvent' | 'hold' | 'language'> & {
    readonly settings: Pick<AppSettingsStore, 'now'>
  }
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

/** Shortest time between two readings of a wallet's history. */
const POLL_INTERVAL_MS = 2_000
const ROWS = 30
/** Peers come and go: only a longer absence of all is news, or a longer stay on another chain. */
const ALONE_MS = 60_000
const DISK_EVERY_MS = 60_000
const LITTLE_SPACE = 500_000_000
const ENOUGH_SPACE = 1_000_000_000

const OF_HISTORY: readonly AlertKind[] = ['coins', 'tokens', 'blocks', 'orders']

/** States of getsyncstate that end only when the user does something. */
const APART = {
  'other-branch': 'alert.otherBranch',
  'other-chain': 'alert.otherChain',
} as const satisfies Readonly<Record<string, AppTextKey>>
type ApartState = keyof typeof APART

const isApart = (state: string): state is ApartState => Object.hasOwn(APART, state)

interface Watched {
  readonly history: HistoryWatch
  ready: boolean
  /** a look is under way or planned */
  looking: boolean
  peers: number
  cancelAlone: (() => void) | undefined
  /** the chain's peers are on another one, or on another branch of it: why, and what takes back a planned notification */
  apart: { readonly state: ApartState; cancel(): void } | undefined
  /** id of the last search that was found */
  claim: number
}

/** Watches all chains and the disk from its making to its end, and shows what a person who looks elsewhere wants to know. */
export class Alerts {
  readonly #deps: AlertDeps
  readonly #chains = new Map<string, Watched>()
  readonly #own = new OwnTransactionLog()
  readonly #closed = new AbortController()
  /** in the language of the moment */
  readonly #t: AppText
  readonly #grouping: AlertGrouping
  readonly #unsubscribe: () => void
  /** the disk is short of space, and that was shown */
  #diskLow = false

  constructor(deps: AlertDeps) {
    this.#deps = deps
    this.#t = appText(() => deps.chainManager.language())
    this.#grouping = new AlertGrouping({ ...deps, t: this.#t, unwanted: (news) => this.#own.has(news) })
    this.#unsubscribe = deps.chainManager.onChainEvent((id, event) => this.#handle(id, event))
    void this.#checkDisk()
  }

  /** Shows nothing from now on. */
  close(): void {
    this.#closed.abort()
    this.#unsubscribe()
    this.#grouping.close()
    for (const { cancelAlone, apart } of this.#chains.values()) {
      cancelAlone?.()
      apart?.cancel()
    }
  }

  #add(news: News): void {
    const { notify } = this.#deps.chainManager.settings.now()
    if (notify[news.kind] && !this.#closed.signal.aborted) this.#grouping.add(news)
  }

  #watched(id: string): Watched {
    const known = this.#chains.get(id)
    if (known) return known
    const fresh: Watched = {
      ...{
        history: new HistoryWatch(),
        ready: false,
        looking: false,
        peers: 0,
        cancelAlone: undefined,
        apart: undefined,
      },
      claim: 0,
    }
    this.#chains.set(id, fresh)
    return fresh
  }

  #handle(id: string, event: NodeEvent): void {
    const watched = this.#watched(id)
    if (event.type === 'status') {
      if (event.phase === 'ready' && !watched.ready) this.#planReading(id, watched)
      watched.ready = event.phase === 'ready'
      if (!watched.ready) {
        this.#notePeers(id, watched, undefined)
        this.#noteApart(id, watched, undefined)
      }
    } else if (event.type === 'sync') {
      this.#noteApart(id, watched, isApart(event.state) ? event.state : undefined)
    } else if (event.type === 'tip' || event.type === 'mempool' || event.type === 'wallet') {
      if (watched.ready) this.#planReading(id, watched)
    } else if (event.type === 'peers') {
      this.#notePeers(id, watched, event.connections)
    } else if (event.type === 'faucet') {
      const { state: search, id: number } = event.claim
      if (search !== 'found' || number === watched.claim) return
      watched.claim = number
      if (!this.#deps.watched()) void this.#announce(id, 'claims', this.#t('alert.claim'))
    }
  }

  async #announce(id: string, kind: AlertKind, text: string): Promise<void> {
    const chain = await this.#deps.chainManager.hold(id).catch(() => undefined)
    if (chain !== undefined) this.#add({ kind, chain: plainText(chain.label), text })
  }

  /** @param count undefined: the chain stops */
  #notePeers(id: string, watched: Watched, count: number | undefined): void {
    const lost = count === 0 && watched.peers > 0
    watched.peers = count ?? 0
    if (count === 0 && !lost) return
    watched.cancelAlone?.()
    watched.cancelAlone = undefined
    if (lost)
      watched.cancelAlone = this.#deps.after(ALONE_MS, () => void this.#announce(id, 'peers', this.#t('alert.peers')))
  }

  /** Plans the notification of a state, and cancels that of the one before. */
  #noteApart(id: string, watched: Watched, state: ApartState | undefined): void {
    if (watched.apart?.state === state) return
    watched.apart?.cancel()
    watched.apart = undefined
    if (state === undefined) return
    const cancel = this.#deps.after(ALONE_MS, () => void this.#announce(id, 'peers', this.#t(APART[state])))
    watched.apart = { state, cancel }
  }

  /** One reading at a time; what comes meanwhile is seen by the next one, a little later. */
  #planReading(id: string, watched: Watched): void {
    const { notify } = this.#deps.chainManager.settings.now()
    if (watched.looking || !OF_HISTORY.some((kind) => notify[kind])) return
    watched.looking = true
    this.#deps.after(POLL_INTERVAL_MS, () => {
      watched.looking = false
      if (watched.ready && !this.#closed.signal.aborted) void this.#read(id, watched)
    })
  }

  async #read(id: string, watched: Watched): Promise<void> {
    const deps = this.#deps
    try {
      const chain = await deps.chainManager.hold(id)
      const client = createRpcClient((method, params) => chain.node.call(method, params))
      const { rows } = await client.call('listwallethistory', { options: { limit: ROWS } })
      this.#own.learn(rows)
      for (const news of watched.history.look(rows, chain, deps.time(), this.#t)) this.#add(news)
    } catch {
      // The chain stops, or has no wallet: the next event looks again.
    }
  }

  /** Announces once that space runs low, and again only after there was enough. */
  async #checkDisk(): Promise<void> {
    const free = await this.#deps.free()
    if (this.#closed.signal.aborted) return
    if (free !== null && free < LITTLE_SPACE && !this.#diskLow) {
      this.#diskLow = true
      const text = this.#t('alert.disk', { number: Math.floor(free / 1_000_000) })
      this.#add({ kind: 'disk', chain: this.#t('alert.diskHint'), text })
    } else if (free !== null && free > ENOUGH_SPACE) this.#diskLow = false
    this.#deps.after(DISK_EVERY_MS, () => void this.#checkDisk())
  }
}
