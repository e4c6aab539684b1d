import { yieldToEventLoop } from './index.ts'

/**
 * Work on tens of thousands of keys or coins as a generator that yields after each bounded piece. It reads everything that
 * depends on the chain (depths, the tip) before it yields for the first time, so that all its figures are of one tip.
 */
export type Steps<T> = Generator<void, T>

interface TurnOptions {
  readonly signal?: AbortSignal
  /** when its value changes, the work begins anew */
  readonly state?: () => unknown
}

/** A caller that imports key after key must not keep a list from ever being answered. */
const MOST_RESTARTS = 3

/**
 * Does the work and yields to the event loop between its pieces. Work of one piece is answered synchronously.
 * @throws the signal's reason
 */
export function runInSlices<T>(work: () => Steps<T>, options: TurnOptions = {}): T | Promise<T> {
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

/** The same with the caller's pause between the pieces. @throws what the pause throws */
export async function withPauses<T>(steps: Steps<T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const next = steps.next()
    if (next.done) return next.value
    await pause()
  }
}

/** The same in one piece, for a caller that cannot wait. */
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

/** As Array.prototype.toSorted, with a pause after every `size` items that are sorted or merged. */
export function* sorted<T>(items: readonly T[], compare: (a: T, b: T) => number, size = SORTED_AT_A_TIME): Steps<T[]> {
  let runs: T[][] = []
  for (let at = 0; at < items.length; at += size) {
    if (at > 0) yield
    runs.push(items.slice(at, at + size).sort(compare))
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* mergedRuns([runs[at] ?? [], runs[at + 1] ?? []], compare, size))
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* mergedRuns<T>(
  [left, right]: readonly [readonly T[], readonly T[]],
  compare: (a: T, b: T) => number,
  size: number,
): Steps<T[]> {
  const all: T[] = []
  for (let [l, r] = [0, 0]; l < left.length || r < right.length; ) {
    if (all.length > 0 && all.length % size === 0) yield
    // Of equal items the left one goes first: the sort is stable.
    const takeLeft = r >= right.length || (l < left.length && compare(left[l] as T, right[r] as T) <= 0)
    all.push((takeLeft ? left[l++] : right[r++]) as T)
  }
  return all
}
