import type { Query, QueryClient } from '@tanstack/react-query'

/** Events of one block come within this time, in ms. */
const TOGETHER_MS = 30

export interface Renewal {
  /** Asks what is on screen of these methods again. */
  add(methods: Iterable<string>): void
  /** Forgets what waits to be asked. */
  cancel(): void
  /**
   * The connection broke: where only some of the answers of a pass have come, the ones before are shown again, so that all
   * figures on screen are of one moment.
   */
  takeBack(): void
}

/** An answer before its renewal. */
interface Before {
  readonly query: Query
  readonly data: unknown
  /** unix milliseconds */
  readonly updatedAt: number
}

/** Several events of one block arrive together: one pass over the cache serves them all. */
export function createRenewal(queries: QueryClient): Renewal {
  let pending: Set<string> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** of the passes that run, by the query's hash */
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
