/** The count of recent free bytes falls to 1/e in this many seconds. */
const DECAY_SECONDS = 600
/** Ten minutes' worth may come at once. */
const BURST_MINUTES = 10

/** Limits the flow of transactions that pay less than the relay fee (transactions-and-script.md §3.4). */
export class FreeRelay {
  readonly #limit: number
  #recent = 0
  #last = 0

  /** @param kilobytesPerMinute thousand bytes per minute in the long run */
  constructor(kilobytesPerMinute: number) {
    this.#limit = kilobytesPerMinute * BURST_MINUTES * 1_000
  }

  /** Returns true if another free transaction of this size may pass now, and counts it then. @param now unix seconds */
  pass(size: number, now: number): boolean {
    this.#recent *= (1 - 1 / DECAY_SECONDS) ** Math.max(0, now - this.#last)
    this.#last = now
    if (this.#recent >= this.#limit) return false
    this.#recent += size
    return true
  }
}
