/** Lets only so much work be done at a time; the rest waits in line. */
export class Semaphore {
  readonly #max: number
  readonly #line: (() => void)[] = []
  #taken = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Returns how many wait for a place. */
  waiting(): number {
    return this.#line.length
  }

  /** Resolves when there is a place; the function that it resolves to leaves it, and may be called once. */
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
