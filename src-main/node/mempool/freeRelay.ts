/** The count of recent free bytes decays to 1/e in this many seconds. */
const DECAY_SECONDS = 600
/** Maximum burst, in minutes of the long-term rate. */
const BURST_MINUTES = 10

/** Rate-limits transactions that pay less than the relay fee (transactions-and-script.md §3.4). */
export class FreeRelay {
  readonly #limit: number
  #recent = 0
  #last = 0

  /** @param kilobytesPerMinute long-term rate, in thousands of bytes per minute */
  constructor(kilobytesPerMinute: number) {
    this.#limit = kilobytesPerMinute * BURST_MINUTES * 1_000
  }

  /**
   * Returns true if a free transaction of this size is within the limit, and counts it in that case.
   * @param now unix seconds
   */
  pass(size: number, now: number): boolean {
    this.#recent *= (1 - 1 / DECAY_SECONDS) ** Math.max(0, now - this.#last)
    this.#last = now
    if (this.#recent >= this.#limit) return false
    this.#recent += size
    return true
  }
}
