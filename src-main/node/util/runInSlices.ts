import { yieldToEventLoop } from './index.ts'

/**
 * Generator for work on tens of thousands of keys or coins that yields after each bounded slice. It reads all data that
 * depend on the chain (depths, the tip) before its first yield, so that its results belong to one tip.
 */
export type Steps<T> = Generator<void, T>

interface TurnOptions {
  readonly signal?: AbortSignal
  /** the work restarts when this value changes */
  readonly state?: () => unknown
}

/** Maximum number of restarts, so that a caller who imports key after key cannot keep a list from being answered. */
const MAX_RESTARTS = 3

/**
 * Runs the work and yields to the event loop between its slices. Returns the result of a single slice synchronously.
 * @throws the signal's reason
 */
export function runInSlices<T>(work: () => Steps<T>, options: TurnOptions = {}): T | Promise<T> {
  const state = options.state?.()
  const steps = work()
  const first = steps.next()
  return first.done ? first.value : continueInSlices(work, { steps, state }, options)
}

async function continueInSlices<T>(
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
    if (now !== before && restarts < MAX_RESTARTS) {
      restarts++
      before = now
      steps = work()
    }
    const next = steps.next()
    if (next.done) return next.value
  }
}

/** Runs the work with the caller's pause between the slices. @throws errors of the pause */
export async function withPauses<T>(steps: Steps<T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const next = steps.next()
    if (next.done) return next.value
    await pause()
  }
}

/** Runs the work without pauses, for a caller that cannot wait. */
export function runToEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const next = steps.next()
    if (next.done) return next.value
  }
}

/** Maps many items with a pause after every `size` items. */
export function* mapped<T, R>(items: readonly T[], size: number, each: (item: T) => R): Steps<R[]> {
  const results: R[] = []
  for (const item of items) {
    if (results.length > 0 && results.length % size === 0) yield
    results.push(each(item))
  }
  return results
}

/** Number of items that are sorted, or merged, between two yields. */
const ITEMS_PER_SLICE = 2_000

/** Sorts like Array.prototype.toSorted, with a pause after every `size` items that are sorted or merged. */
export function* sorted<T>(items: readonly T[], compare: (a: T, b: T) => number, size = ITEMS_PER_SLICE): Steps<T[]> {
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
    // If two items are equal the left one goes first: the sort is stable.
    const takeLeft = r >= right.length || (l < left.length && compare(left[l] as T, right[r] as T) <= 0)
    all.push((takeLeft ? left[l++] : right[r++]) as T)
  }
  return all
}
