import type { Query, QueryClient } from '@tanstack/react-query'

/** Time within which all events of one block arrive, in ms. */
const TOGETHER_MS = 30

export interface Renewal {
  /** Schedules a refetch of the visible queries of the methods. */
  add(methods: Iterable<string>): void
  /** Cancels scheduled refetches. */
  cancel(): void
  /**
   * Called when the connection breaks. If only some answers of a pass have arrived, restores the previous ones, so that
   * all visible data is from one point in time.
   */
  takeBack(): void
}

/** Answer before its refetch. */
interface Before {
  readonly query: Query
  readonly data: unknown
  /** Unix milliseconds. */
  readonly updatedAt: number
}

/**
 * Creates a batcher for refetches: events of one block arrive together, and one pass over the cache handles all events.
 */
export function createRenewal(queries: QueryClient): Renewal {
  let pending: Set<string> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Previous answers of the running passes, by query hash. */
  const before = new Map<string, Before>()
  let passes = 0

  const flush = async () => {
    const methods = pending
    pending = undefined
    if (!methods) return
    const predicate = (query: Query) => query.queryKey[0] === 'rpc' && methods.has(String(query.queryKey[1]))
    for (const query of queries.getQueryCache().findAll({ predicate, type: 'active' })) {
      const { data, dataUpdatedAt: updatedAt } = query.state
      if (data !== undefined && !before.has(query.queryHash)) before.set(query.queryHash, { query, data, updatedAt })
    }
    passes += 1
    await queries.invalidateQueries({ predicate })
    passes -= 1
    if (passes === 0) before.clear()
  }
  const cancel = () => {
    pending = undefined
    clearTimeout(timer)
    before.clear()
  }
  return {
    cancel,
    add(methods) {
      if (!pending) {
        pending = new Set()
        timer = setTimeout(() => void flush(), TOGETHER_MS)
      }
      for (const method of methods) pending.add(method)
    },
    takeBack() {
      for (const { query, data, updatedAt } of before.values()) {
        if (query.state.dataUpdatedAt !== updatedAt) queries.setQueryData(query.queryKey, data, { updatedAt })
      }
      cancel()
    },
  }
}
