/** Runs one call after the other: one that is synchronous answers at once where nobody is before it. */
export interface Turns {
  take<T>(call: () => T | Promise<T>): T | Promise<T>
}

/** @param before each call, and after it when its result is there or failed */
export function createTurns({ before, after }: { before(): void; after(): void }): Turns {
  let last: Promise<unknown> | undefined

  function start<T>(call: () => T | Promise<T>): T | Promise<T> {
    before()
    let result: T | Promise<T>
    try {
      result = call()
    } catch (error) {
      after()
      throw error
    }
    if (result instanceof Promise) return result.finally(after)
    after()
    return result
  }

  function hold<T>(result: Promise<T>): Promise<T> {
    const settled = result.catch(() => undefined)
    last = settled
    void settled.then(() => {
      if (last === settled) last = undefined
    })
    return result
  }

  return {
    take(call) {
      if (last !== undefined) return hold(last.then(() => start(call)))
      const result = start(call)
      return result instanceof Promise ? hold(result) : result
    },
  }
}
