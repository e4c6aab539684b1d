import type { Logger } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
import type { BlockGenerator } from './miner.ts'
import { MiningError, type Timers } from './types.ts'

export interface AutoMinerOptions {
  readonly enabled: boolean
  /** Delay from a transaction's arrival to the block, which takes along what arrives meanwhile. */
  readonly delayMillis: number
  /** scriptPubKey of the reward, called for each block */
  readonly script: () => Uint8Array
}

export interface AutoMinerDeps {
  readonly miner: BlockGenerator
  readonly mempool: Mempool
  readonly timers: Timers
  readonly logger: Logger
}

/** Mines one block whenever transactions wait, as the sandbox chain does to confirm what a person does. */
export interface AutoMiner {
  enabled(): boolean
  /** Takes effect at once: switching off cancels a search, switching on mines what waits already. */
  setEnabled(on: boolean): void
  /** Called when it is switched; returns the function that ends it. */
  onChange(listener: (enabled: boolean) => void): () => void
  /** Stops it permanently; resolves when nothing runs any more. */
  stop(): Promise<void>
}

/** Retry interval while the chain is ahead of the clock, which passes or is corrected. */
const CLOCK_RETRY_MILLIS = 10_000

export function createAutoMiner(
  options: AutoMinerOptions,
  { miner, mempool, timers, logger }: AutoMinerDeps,
): AutoMiner {
  const log = logger.child('mining')
  const listeners = new Set<(enabled: boolean) => void>()
  let enabled = options.enabled
  let stopped = false
  let timer: unknown
  let search: AbortController | undefined
  let running: Promise<void> = Promise.resolve()
  /** times that transactions came */
  let arrivals = 0
  /**
   * Arrivals when the last search began. What a block could not hold, or a failure left over, is alone no reason to mine
   * again; what came during the search is.
   */
  let considered = -1

  /** it has been logged that the chain is ahead of the clock, and no block was mined since */
  let ahead = false

  function schedule(millis = options.delayMillis): void {
    if (!enabled || stopped || timer !== undefined || search !== undefined) return
    if (mempool.size() === 0 || arrivals === considered) return
    timer = timers.set(() => {
      timer = undefined
      running = mine()
    }, millis)
  }

  /** Only time is missing: tries again later, and logs it once. */
  function waitForClock({ message }: MiningError): void {
    if (!ahead) log.warn('no block was mined', { error: message })
    ahead = true
    search = undefined
    schedule(CLOCK_RETRY_MILLIS)
  }

  async function mine(): Promise<void> {
    search = new AbortController()
    const before = arrivals
    try {
      await miner.generate(1, { script: options.script(), signal: search.signal })
      ahead = false
    } catch (error) {
      if (error instanceof MiningError && error.kind === 'clock') return waitForClock(error)
      if (!search.signal.aborted) log.warn('no block was mined', { error: String(error) })
    }
    search = undefined
    considered = before
    schedule()
  }

  const unsubscribe = mempool.onChange((change) => {
    if (change.added.length === 0) return
    arrivals++
    schedule()
  })
  schedule()

  function cease(): void {
    if (timer !== undefined) timers.clear(timer)
    timer = undefined
    search?.abort()
  }

  return {
    enabled: () => enabled,
    setEnabled(on) {
      if (on === enabled || stopped) return
      enabled = on
      considered = -1
      if (on) schedule()
      else cease()
      for (const listener of [...listeners]) listener(on)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async stop() {
      stopped = true
      unsubscribe()
      cease()
      await running
    },
  }
}
