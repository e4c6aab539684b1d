import type { PublishedState, TablesState, UnreadyState } from './tablesState.ts'

/** Delay in ms before the database is tried again: initial and maximum. */
const RETRY_MS = { first: 500, max: 10_000 } as const

export interface StartWaitDeps {
  readonly read: () => Promise<TablesState>
  /** Resolves after this time in ms. */
  readonly sleep: (millis: number) => Promise<void>
  /** Returns a monotonic time in ms. */
  readonly now: () => number
  /** Called after each attempt that is to be repeated. */
  readonly retrying: (state: UnreadyState, millis: number) => void
  /** Maximum time in ms without an answer of the database. A first load may take hours and is not limited. */
  readonly limitMs: number
  /** Aborted when the program is to stop. */
  readonly signal: AbortSignal
}

/**
 * Waits until a complete chain is published. Returns undefined as soon as the signal is aborted.
 * @throws Error for the user if the database cannot be reached in time, or refuses this user
 */
export async function waitForTables(deps: StartWaitDeps): Promise<PublishedState | undefined> {
  const { read, sleep, now, retrying, limitMs, signal } = deps
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  let answeredAt = now()
  for (let delay: number = RETRY_MS.first; ; delay = Math.min(RETRY_MS.max, 2 * delay)) {
    const state = await Promise.race([aborted, read()])
    if (state === undefined || signal.aborted) return undefined
    if (state.kind === 'ready') return state
    if (state.kind === 'refused') throw new Error(`The database refuses this program: ${state.reason}`)
    if (state.kind === 'publishing') answeredAt = now()
    else if (now() - answeredAt >= limitMs) throw new Error(`The database cannot be reached: ${state.reason}`)
    retrying(state, delay)
    await Promise.race([aborted, sleep(delay)])
  }
}
