import type { Mempool } from '../mempool/index.ts'
import type { MiningChain, Timers } from './types.ts'

/** What a template was built on. */
export interface WorkState {
  /** display hex of the tip */
  readonly tipHex: string
  /** the mempool's count of changes */
  readonly updates: number
}

export interface LongPollDeps {
  readonly chain: Pick<MiningChain, 'tip'> & { subscribe(listener: () => void): () => void }
  readonly mempool: Pick<Mempool, 'updates'>
  readonly timers: Timers
}

/** At first only a new tip ends the wait; after this time changes of the mempool do too (rpc.md §8). */
const TIP_ONLY_MILLIS = 60_000
/** Then the mempool is checked at this interval. */
const AGAIN_MILLIS = 10_000

/**
 * Resolves when a template made on `seen` is not the best any more.
 * @throws the reason of the signal that was aborted first; the wait has been cleaned up then
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
    const look = () => {
      if (isStale() || mempool.updates() !== seen.updates) end(resolve)
      else timer = timers.set(look, AGAIN_MILLIS)
    }
    const unsubscribe = chain.subscribe(() => {
      if (isStale()) end(resolve)
    })
    timer = timers.set(look, TIP_ONLY_MILLIS)
    for (const signal of signals) signal.addEventListener('abort', abort)
  })
}

/** The `longpollid` of a template, by which a client waits for its successor. */
export function longPollId({ tipHex, updates }: WorkState): string {
  return `${tipHex}${updates}`
}

/** Undefined if it is no id that this node gave out. */
export function parseLongPollId(text: string): WorkState | undefined {
  const parts = /^([0-9a-fA-F]{64})([0-9]{1,15})$/.exec(text)
  return parts ? { tipHex: (parts[1] ?? '').toLowerCase(), updates: Number(parts[2]) } : undefined
}
