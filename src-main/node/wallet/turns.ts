import { yieldToEventLoop } from './yieldToEventLoop.ts'

/**
 * Work on tens of thousands of keys or coins, written so that it can be interrupted: it yields after each bounded piece.
 * What is asked of the chain (depths, the tip) it asks before it yields for the first time, so that a block that arrives
 * meanwhile does not show in half of its figures.
 */
export type Steps<T> = Generator<void, T>

interface TurnOptions {
  readonly signal?: AbortSignal
  /** when it changes the work begins anew */
  readonly state?: () => unknown
}

/** Somebody who imports key after key must not keep a list from ever being answered. */
const MOST_RESTARTS = 3

/**
 * Does the work with turns for everything else between its pieces. What is done in one piece is answered at once.
 * @throws the signal's reason
 */
export function inTurns<T>(work: () => Steps<T>, options: TurnOptions = {}): T | Promise<T> {
  const state = options.state?.()
  const steps = work()
  const first = steps.next()
  return first.done ? first.value : goOn(work, { steps, state }, options)
}

async function goOn<T>(
  work: () => Steps<T>,
  begun: { steps: Steps<T>; state: unknown },
  { signal, state }: TurnOptions,
): Promise<T> {
  let { steps } = begun
  let before = begun.state
  for (let restarts = 0; ; ) {
    await yieldToEventLoop()
    signal?.throwIfAborted()
    const now = state?.()
    if (now !== before && restarts < MOST_RESTARTS) {
      restarts++
      before = now
      steps = work()
    }
    const next = steps.next()
    if (next.done) return next.value
  }
}

/** The same in one piece, for who cannot wait. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const next = steps.next()
    if (next.done) return next.value
  }
}

/** Maps many items with a pause after every `size` of them. */
export function* mapped<T, R>(items: readonly T[], size: number, each: (item: T) => R): Steps<R[]> {
  const results: R[] = []
  for (const item of items) {
    if (results.length > 0 && results.length % size === 0) yield
    results.push(each(item))
  }
  return results
}

/** Items that are sorted, or merged, between two pauses. */
const SORTED_AT_A_TIME = 2_000

/** As Array.prototype.toSorted, with pauses. */
export function* sorted<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  let runs: T[][] = []
  for (let at = 0; at < items.length; at += SORTED_AT_A_TIME) {
    if (at > 0) yield
    runs.push(items.slice(at, at + SORTED_AT_A_TIME).sort(compare))
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* mergedRuns(runs[at] ?? [], runs[at + 1] ?? [], compare))
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* mergedRuns<T>(left: readonly T[], right: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  const all: T[] = []
  for (let [l, r] = [0, 0]; l < left.length || r < right.length; ) {
    if (all.length > 0 && all.length % SORTED_AT_A_TIME === 0) yield
    // Of equals the left one goes first: the order is stable.
    const takeLeft = r >= right.length || (l < left.length && compare(left[l] as T, right[r] as T) <= 0)
    all.push((takeLeft ? left[l++] : right[r++]) as T)
  }
  return all
}
