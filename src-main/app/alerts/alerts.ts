import type { AlertKind } from '#shared/chains/index.ts'
import type { NodeEvent } from '#shared/events.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import type { AppSettingsStore } from '../appSettings/index.ts'
import type { ChainManager } from '../chains/chainManager.ts'
import { type AppText, type AppTextKey, appText } from '../texts/index.ts'
import { type Alert, AlertGrouping } from './alertGrouping.ts'
import { HistoryWatch, type News, OwnTransactionLog, plainText } from './alertRows.ts'

export interface AlertDeps {
  readonly chainManager: Pick<ChainManager, 'onChainEvent' | 'lease' | 'language'> & {
    readonly settings: Pick<AppSettingsStore, 'now'>
  }
  show(alert: Alert): void
  /** milliseconds, monotonic */
  now(): number
  /** unix seconds */
  time(): number
  after(milliseconds: number, run: () => void): () => void
  /** free bytes on the disk of the chain folders, or null if unknown */
  free(): Promise<number | null>
  /** The user is looking at the window, which shows the result of a claim search anyway. */
  watched(): boolean
}

/** Minimum time between two readings of a wallet's history. */
const POLL_INTERVAL_MS = 2_000
const ROWS = 30
/** Peers come and go: notify only after they have all been gone, or on another chain, for this long. */
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
  /** a reading is planned */
  looking: boolean
  peers: number
  cancelAlone: (() => void) | undefined
  /**
   * set while the peers are on another chain or branch: the state, and a function that cancels the planned notification
   */
  apart: { readonly state: ApartState; cancel(): void } | undefined
  /** id of the last claim search that succeeded */
  claim: number
}

/**
 * Watches all running chains and the disk, and shows notifications for events the user may not see. Starts on
 * construction; ends with `close`.
 */
export class Alerts {
  readonly #deps: AlertDeps
  readonly #chains = new Map<string, Watched>()
  readonly #own = new OwnTransactionLog()
  readonly #closed = new AbortController()
  /** texts in the current language */
  readonly #t: AppText
  readonly #grouping: AlertGrouping
  readonly #unsubscribe: () => void
  /** true if low disk space was announced and has not ended since */
  #diskLow = false

  constructor(deps: AlertDeps) {
    this.#deps = deps
    this.#t = appText(() => deps.chainManager.language())
    this.#grouping = new AlertGrouping({ ...deps, t: this.#t, unwanted: (news) => this.#own.has(news) })
    this.#unsubscribe = deps.chainManager.onChainEvent((id, event) => this.#handle(id, event))
    void this.#checkDisk()
  }

  /** Stops watching and cancels all planned notifications. */
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
    const chain = await this.#deps.chainManager.lease(id).catch(() => undefined)
    if (chain !== undefined) this.#add({ kind, chain: plainText(chain.label), text })
  }

  /** @param count number of peers, or undefined when the chain stops */
  #notePeers(id: string, watched: Watched, count: number | undefined): void {
    const lost = count === 0 && watched.peers > 0
    watched.peers = count ?? 0
    if (count === 0 && !lost) return
    watched.cancelAlone?.()
    watched.cancelAlone = undefined
    if (lost)
      watched.cancelAlone = this.#deps.after(ALONE_MS, () => void this.#announce(id, 'peers', this.#t('alert.peers')))
  }

  /** Plans the notification for a state and cancels the planned one for the previous state. */
  #noteApart(id: string, watched: Watched, state: ApartState | undefined): void {
    if (watched.apart?.state === state) return
    watched.apart?.cancel()
    watched.apart = undefined
    if (state === undefined) return
    const cancel = this.#deps.after(ALONE_MS, () => void this.#announce(id, 'peers', this.#t(APART[state])))
    watched.apart = { state, cancel }
  }

  /** Plans one reading at a time; a change before it runs is picked up by that reading. */
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
      const chain = await deps.chainManager.lease(id)
      const client = createRpcClient((method, params) => chain.node.call(method, params))
      const { rows } = await client.call('listwallethistory', { options: { limit: ROWS } })
      this.#own.learn(rows)
      for (const news of watched.history.look(rows, chain, deps.time(), this.#t)) this.#add(news)
    } catch {
      // The chain is stopping or has no wallet; the next event triggers another reading.
    }
  }

  /** Announces low disk space once, and again only after there was enough space. */
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
