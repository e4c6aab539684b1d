export interface FetchedOnce<Value> {
  /** undefined until it is there */
  now(): Value | undefined
  /** The same promise for all who wait. A failure is told to them and forgotten: whoever asks later tries again. */
  get(): Promise<Value>
}

/** Something that is fetched when it is first wanted and kept from then on. */
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
