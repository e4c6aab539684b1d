/** Limits the number of concurrent tasks. Further ones are queued. */
export class Semaphore {
  readonly #max: number
  readonly #line: (() => void)[] = []
  #taken = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Returns the number of queued tasks. */
  waiting(): number {
    return this.#line.length
  }

  /** Resolves when a slot is free, to a function that releases it and may be called once. */
  async enter(): Promise<() => void> {
    if (this.#taken < this.#max) this.#taken++
    else await new Promise<void>((resolve) => this.#line.push(resolve))
    return () => this.#leave()
  }

  #leave(): void {
    const next = this.#line.shift()
    if (next === undefined) this.#taken--
    else next()
  }
}
