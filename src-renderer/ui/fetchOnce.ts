export interface FetchedOnce<Value> {
  /** Returns the cached value, or undefined before it has arrived. */
  now(): Value | undefined
  /** Returns one promise for all callers. A failure rejects it and is not cached: a later call retries. */
  get(): Promise<Value>
}

/** Creates a loader that fetches a resource on first use and caches it. */
export function fetchOnce<Value>(fetch: () => Promise<Value>): FetchedOnce<Value> {
  let value: Value | undefined
  let underWay: Promise<Value> | undefined
  const begin = async () => {
    try {
      value = await fetch()
      return value
    } catch (error) {
      underWay = undefined
      throw error
    }
  }
  return {
    now: () => value,
    get() {
      underWay ??= begin()
      return underWay
    },
  }
}
