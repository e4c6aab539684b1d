/** Runs calls one after the other. A synchronous call returns its result immediately if the queue is empty. */
export class CallQueue {
  readonly #before: () => void
  readonly #after: () => void
  #last: Promise<unknown> | undefined
  #waiting = 0

  /** @param hooks called before each call, and after its result or failure */
  constructor({ before, after }: { readonly before: () => void; readonly after: () => void }) {
    this.#before = before
    this.#after = after
  }

  /** Returns the number of calls that have not begun. */
  waiting(): number {
    return this.#waiting
  }

  run<T>(call: () => T | Promise<T>): T | Promise<T> {
    if (this.#last !== undefined) {
      this.#waiting++
      return this.#hold(
        this.#last.then(() => {
          this.#waiting--
          return this.#start(call)
        }),
      )
    }
    const result = this.#start(call)
    return result instanceof Promise ? this.#hold(result) : result
  }

  #start<T>(call: () => T | Promise<T>): T | Promise<T> {
    this.#before()
    let result: T | Promise<T>
    try {
      result = call()
    } catch (error) {
      this.#after()
      throw error
    }
    if (result instanceof Promise) return result.finally(this.#after)
    this.#after()
    return result
  }

  /** Makes later calls wait for this result. */
  #hold<T>(result: Promise<T>): Promise<T> {
    const settled = result.catch(() => undefined)
    this.#last = settled
    void settled.then(() => {
      if (this.#last === settled) this.#last = undefined
    })
    return result
  }
}
