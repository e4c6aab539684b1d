/** Tracks when any of some values last changed. */
export class ChangeTime {
  readonly #read: () => readonly unknown[]
  readonly #now: () => number
  #seen: readonly unknown[]
  #time: number

  /** @param read returns the values @param now unix seconds */
  constructor(read: () => readonly unknown[], now: () => number) {
    this.#read = read
    this.#now = now
    this.#seen = read()
    this.#time = now()
  }

  /** Compares the values with those of the last call. Returns the unix time of the last call that found a change. */
  update(): number {
    const current = this.#read()
    if (current.some((value, index) => value !== this.#seen[index])) this.#time = this.#now()
    this.#seen = current
    return this.#time
  }
}
