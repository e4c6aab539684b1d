import type { Logger } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
import type { BlockGenerator } from './miner.ts'
import { MiningError, type Timers } from './types.ts'

export interface AutoMinerOptions {
  readonly enabled: boolean
  /** Delay from a transaction's arrival to the block, in ms. Transactions that arrive within it are included. */
  readonly delayMillis: number
  /** returns the scriptPubKey of the reward; called for each block */
  readonly script: () => Uint8Array
}

export interface AutoMinerDeps {
  readonly miner: BlockGenerator
  readonly mempool: Mempool
  readonly timers: Timers
  readonly logger: Logger
}

/** Retry interval while the chain is ahead of the clock. */
const CLOCK_RETRY_MS = 10_000

/** Mines one block whenever transactions are waiting. The sandbox chain confirms its user's actions this way. */
export class AutoMiner {
  readonly #options: AutoMinerOptions
  readonly #deps: AutoMinerDeps
  readonly #log: Logger
  readonly #listeners = new Set<(enabled: boolean) => void>()
  readonly #unsubscribe: () => void
  #enabled: boolean
  #stopped = false
  #timer: unknown
  #search: AbortController | undefined
  #running: Promise<void> = Promise.resolve()
  #arrivals = 0
  /**
   * Value of `#arrivals` when the last search began. Transactions left over by a block or a failure do not start
   * another search alone. Arrivals during the search do.
   */
  #considered = -1
  /** true after logging that the chain is ahead of the clock, until a block is mined */
  #ahead = false

  constructor(options: AutoMinerOptions, deps: AutoMinerDeps) {
    this.#options = options
    this.#deps = deps
    this.#log = deps.logger.child('mining')
    this.#enabled = options.enabled
    this.#unsubscribe = deps.mempool.onChange((change) => {
      if (change.added.length === 0) return
      this.#arrivals++
      this.#schedule()
    })
    this.#schedule()
  }

  enabled(): boolean {
    return this.#enabled
  }

  /** Takes effect at once: disabling cancels a search, enabling mines the waiting transactions. */
  setEnabled(on: boolean): void {
    if (on === this.#enabled || this.#stopped) return
    this.#enabled = on
    this.#considered = -1
    if (on) this.#schedule()
    else this.#cancel()
    for (const listener of [...this.#listeners]) listener(on)
  }

  /**
   * Calls the listener when mining is enabled or disabled.
   * @returns a function that unsubscribes
   */
  onChange(listener: (enabled: boolean) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Stops permanently; resolves when no search is running. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe()
    this.#cancel()
    await this.#running
  }

  #schedule(millis = this.#options.delayMillis): void {
    if (!this.#enabled || this.#stopped || this.#timer !== undefined || this.#search !== undefined) return
    const { mempool, timers } = this.#deps
    if (mempool.size() === 0 || this.#arrivals === this.#considered) return
    this.#timer = timers.set(() => {
      this.#timer = undefined
      this.#running = this.#mine()
    }, millis)
  }

  /** Schedules a retry, and logs once that the chain is ahead of the clock. */
  #waitForClock({ message }: MiningError): void {
    if (!this.#ahead) this.#log.warn('no block mined', { error: message })
    this.#ahead = true
    this.#search = undefined
    this.#schedule(CLOCK_RETRY_MS)
  }

  async #mine(): Promise<void> {
    const search = new AbortController()
    this.#search = search
    const before = this.#arrivals
    try {
      await this.#deps.miner.generate(1, { script: this.#options.script(), signal: search.signal })
      this.#ahead = false
    } catch (error) {
      if (error instanceof MiningError && error.kind === 'clock') return this.#waitForClock(error)
      if (!search.signal.aborted) this.#log.warn('no block mined', { error: String(error) })
    }
    this.#search = undefined
    this.#considered = before
    this.#schedule()
  }

  #cancel(): void {
    if (this.#timer !== undefined) this.#deps.timers.clear(this.#timer)
    this.#timer = undefined
    this.#search?.abort()
  }
}
