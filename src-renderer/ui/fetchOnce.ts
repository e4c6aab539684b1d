export interface FetchedOnce<Value> {
  /** undefined until it is there */
  now(): Value | undefined
  /** One promise for all callers. A failure rejects it and is forgotten: a later call tries again. */
  get(): Promise<Value>
}

/** A resource that is fetched on first use and then kept. */
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
