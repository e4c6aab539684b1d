import type { Mempool } from '../mempool/index.ts'
import type { MiningChain, Timers } from './types.ts'

/** State of the chain and mempool that a template was built on. */
export interface WorkState {
  /** hash of the tip in display hex */
  readonly tipHex: string
  /** number of changes of the mempool */
  readonly updates: number
}

export interface LongPollDeps {
  readonly chain: Pick<MiningChain, 'tip'> & { subscribe(listener: () => void): () => void }
  readonly mempool: Pick<Mempool, 'updates'>
  readonly timers: Timers
}

/** Time in ms during which only a new tip ends the wait. Afterwards changes of the mempool end it too (rpc.md §8). */
const TIP_ONLY_MS = 60_000
/** Interval of the mempool polls after that time, in ms. */
const POLL_INTERVAL_MS = 10_000

/**
 * Resolves when a template built on `seen` is outdated.
 * @throws the reason of the first aborted signal, after timers and listeners are removed
 */
export function waitForWork(
  { chain, mempool, timers }: LongPollDeps,
  seen: WorkState,
  signals: readonly AbortSignal[],
): Promise<void> {
  const isStale = () => chain.tip().hashHex !== seen.tipHex
  return new Promise((resolve, reject) => {
    for (const signal of signals) {
      if (!signal.aborted) continue
      reject(signal.reason)
      return
    }
    if (isStale()) {
      resolve()
      return
    }
    let timer: unknown
    const end = (finish: () => void) => {
      timers.clear(timer)
      unsubscribe()
      for (const signal of signals) signal.removeEventListener('abort', abort)
      finish()
    }
    const abort = (event: Event) => end(() => reject((event.target as AbortSignal).reason))
    const poll = () => {
      if (isStale() || mempool.updates() !== seen.updates) end(resolve)
      else timer = timers.set(poll, POLL_INTERVAL_MS)
    }
    const unsubscribe = chain.subscribe(() => {
      if (isStale()) end(resolve)
    })
    timer = timers.set(poll, TIP_ONLY_MS)
    for (const signal of signals) signal.addEventListener('abort', abort)
  })
}

/** Returns the `longpollid` of a template, with which a client waits for the next template. */
export function longPollId({ tipHex, updates }: WorkState): string {
  return `${tipHex}${updates}`
}

/** Parses a `longpollid`. @returns undefined if the text does not have this form */
export function parseLongPollId(text: string): WorkState | undefined {
  const parts = /^([0-9a-fA-F]{64})([0-9]{1,15})$/.exec(text)
  return parts ? { tipHex: (parts[1] ?? '').toLowerCase(), updates: Number(parts[2]) } : undefined
}
